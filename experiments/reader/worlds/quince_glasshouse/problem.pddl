(define (problem quince_glasshouse-p1) (:domain quince_glasshouse)
  (:objects bl_east bl_west - blind
    vent_hi vent_lo - vent
    ftn1 htr_oil fan_c - device
    lan_brass lan_green - lantern
    dkch_str dkch_pln - chair
    pl_fern pl_lemon pl_orchid_w pl_orchid_p - plant
    can_copper can_plastic - can
    bench_potting tbl_wicker sill - spot)
  (:init (raised bl_east)
    (propped vent_hi)
    (humming ftn1) (humming htr_oil)
    (alight lan_brass)
    (collapsed dkch_str)
    (parched pl_fern) (parched pl_lemon)
    (brimming can_copper)
    (stands-at pl_fern tbl_wicker) (stands-at pl_lemon bench_potting)
    (stands-at pl_orchid_w sill) (stands-at pl_orchid_p sill)
    (stands-at can_copper bench_potting) (stands-at can_plastic tbl_wicker)
    (grip-free))
  (:goal (and (not (parched pl_fern)) (not (humming ftn1)))))
