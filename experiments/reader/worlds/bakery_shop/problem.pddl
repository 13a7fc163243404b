(define (problem p) (:domain bakery_shop)
  (:objects loaf_rye loaf_white - loaf
    croissant_A cream_slice - pastry
    vitrine_L1 vitrine_L2 - level
    leftover_hamper - hamper
    espresso_unit illum_vitrine - unit
    street_leaf cash_drawer - barrier
    counter_top bistro_table - worktop
    patron_hale patron_ortiz - patron
    facade_canopy - canopy
    door_notice - notice)
  (:init (effector_idle) (displayed_on loaf_rye vitrine_L1) (displayed_on croissant_A vitrine_L1) (displayed_on cream_slice vitrine_L2)
    (binned_in loaf_white leftover_hamper) (covered leftover_hamper) (isEnergized espresso_unit) (isOpen cash_drawer) (shows_open door_notice) (deployed facade_canopy))
  (:goal (and (sanitized counter_top))))
