(define (problem office-kitchenette-2) (:domain office-kitchenette-asset-mgmt)
  (:objects VSL_mug_red VSL_mug_white VSL_carafe - vessel CNS_milk CNS_yoghurt CNS_biscuits - consumable TXT_dishcloth - textile
    EZ_refrigerator EZ_dishwasher EZ_wallunit - enclosed_zone OZ_worktop OZ_sink OZ_RU_shelf_02 - open_zone
    TU_hotplate TU_boiler - thermal_unit SU_radio SU_pendant_lamp - signal_unit
    PT_window PT_hatch - portal ORG_fern ORG_cactus - organism)
  (:init (loc_of VSL_mug_red OZ_worktop) (loc_of VSL_mug_white EZ_wallunit) (loc_of VSL_carafe OZ_sink) (loc_of CNS_milk OZ_worktop) (loc_of CNS_yoghurt EZ_refrigerator)
    (loc_of CNS_biscuits OZ_RU_shelf_02) (loc_of TXT_dishcloth OZ_sink) (effector_free) (is_washer EZ_dishwasher) (perished CNS_yoghurt)
    (ajar EZ_refrigerator) (engaged TU_boiler) (engaged SU_radio) (portal_ajar PT_window) (sanitized VSL_mug_white) (hydrated ORG_cactus))
  (:goal (and (hydrated ORG_fern))))
