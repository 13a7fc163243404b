(define (problem hotelpantry-1) (:domain hotelpantry)
  (:objects refrig_cabinet linen_locker refuse_receptacle - enclosure corridor_portal hoist_hatch - portal
    luminaire_overhead luminaire_undershelf - luminaire brew_unit water_boiler - brewer
    terry_stack garment_robe salver_silver decanter_glass vessel_espresso_1 vessel_espresso_2 citrus_tub - stowable
    prep_surface trolley_a trolley_b - zone)
  (:init (unsealed linen_locker) (unsealed corridor_portal) (secured hoist_hatch) (energized luminaire_overhead) (energized water_boiler) (primed water_boiler)
    (placed-at terry_stack trolley_a) (stowed-in garment_robe linen_locker) (placed-at salver_silver prep_surface)
    (placed-at decanter_glass prep_surface) (placed-at vessel_espresso_1 prep_surface) (placed-at vessel_espresso_2 trolley_b)
    (placed-at citrus_tub trolley_b) (soiled vessel_espresso_2) (soiled salver_silver) (gripper-idle))
  (:goal (and (stowed-in terry_stack linen_locker))))
