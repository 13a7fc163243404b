(define (problem CLEANROOM-1) (:domain CLEANROOM)
  (:objects FOUP_blue FOUP_red - FOUP
    reticle_M4 - RETICLE
    RU_shelf_01 RU_shelf_02 load_port transfer_cart - STATION
    plasma_etcher bake_oven - CHAMBER
    airlock_inner airlock_outer - BARRIER
    nitrile_gloves hooded_coverall - GARMENT
    ionized_air_nozzle ceiling_luminaire fan_filter_unit - UTILITY)
  (:init (loc-of FOUP_blue transfer_cart) (loc-of FOUP_red RU_shelf_01) (loc-of reticle_M4 transfer_cart)
    (gripper-disengaged) (lid-engaged FOUP_blue) (lid-engaged FOUP_red) (particulate-laden FOUP_blue) (particulate-laden reticle_M4)
    (evacuated plasma_etcher) (online plasma_etcher) (unoccupied plasma_etcher) (unoccupied bake_oven)
    (retracted airlock_outer) (interlocked airlock_inner) (donned hooded_coverall)
    (active fan_filter_unit) (active ceiling_luminaire))
  (:goal (and (processed FOUP_blue bake_oven))))
