(define (problem prep_room_1) (:domain prep_room)
  (:objects beaker_250ml beaker_1000ml conical_flask - vessel eye_protection nitrile_gauntlets - accessory
    hcl_dilute ethanol distilled_water - reagent
    fume_extractor gas_burner hotplate - device
    hazchem_cabinet refrigerator - storage demo_bench sink_unit trolley - worktop)
  (:init (hands_free) (is_basin sink_unit) (placed_on beaker_250ml trolley) (contaminated beaker_250ml)
    (placed_on beaker_1000ml demo_bench) (stored_in conical_flask refrigerator) (stoppered conical_flask) (contains conical_flask ethanol)
    (placed_on eye_protection demo_bench) (stored_in nitrile_gauntlets hazchem_cabinet)
    (opened hazchem_cabinet) (is_on gas_burner))
  (:goal (and (padlocked hazchem_cabinet))))
