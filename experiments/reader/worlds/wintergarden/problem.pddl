(define (problem wintergarden-1) (:domain wintergarden)
  (:objects fern oleander_1 lemon_tree cactus_2 - plant
    can_10l - vessel cushion_striped cushion_plain - cushion
    terrace glasshouse shelf_unit - zone
    heat_lamp - heater string_lights floor_lantern - luminaire
    sliding_door roof_vent side_window - aperture awning_1 parasol - shade)
  (:init (loc-of fern glasshouse) (loc-of oleander_1 terrace) (loc-of lemon_tree terrace) (loc-of cactus_2 shelf_unit)
    (loc-of cushion_striped terrace) (loc-of cushion_plain terrace) (loc-of can_10l glasshouse)
    (gripper-free) (swathed oleander_1) (energized string_lights) (energized floor_lantern)
    (aperture-open roof_vent) (deployed parasol))
  (:goal (and (hydrated fern))))
