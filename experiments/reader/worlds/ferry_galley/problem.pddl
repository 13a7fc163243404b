(define (problem ferry-galley-1) (:domain ferry-galley)
  (:objects vessel_tin vessel_porcelain stockpot - crockery
    cod_fillet loaf_rye ham_joint - provision
    cold_store dry_locker galley_drawer - compartment worktop_port servery_hatch - counter
    range_unit exhaust_fan porthole_luminaire beverage_heater - equipment ship_cat - animal)
  (:init (grip-idle) (is-range range_unit) (loc vessel_tin worktop_port) (loc vessel_porcelain servery_hatch) (loc stockpot dry_locker)
    (loc cod_fillet worktop_port) (loc loaf_rye galley_drawer) (loc ham_joint cold_store)
    (sealed cold_store) (sealed dry_locker) (latched dry_locker)
    (sanitized vessel_porcelain) (engaged range_unit) (engaged porthole_luminaire))
  (:goal (and (sealed galley_drawer))))
