(define (problem flatshare3-1) (:domain flatshare3)
  (:objects vessel_red vessel_striped frying_pan - dish
    hoodie_tom jersey_ines - garment
    leftover_curry dairy_carton portable_console - portable
    refrigerator refuse_bin wardrobe dish_cabinet - container
    sofa coffee_table kitchen_counter - support
    monitor_2 floor_luminaire air_heater string_lights - device
    feline_momo - pet
    balcony_door flat_entrance - aperture)
  (:init (gripper-free) (resting-on vessel_red coffee_table) (resting-on vessel_striped kitchen_counter) (resting-on frying_pan kitchen_counter)
    (resting-on hoodie_tom sofa) (inside jersey_ines wardrobe) (resting-on leftover_curry coffee_table) (resting-on dairy_carton kitchen_counter) (resting-on portable_console sofa)
    (soiled vessel_red) (soiled frying_pan) (soiled hoodie_tom) (unsealed refuse_bin) (unsealed wardrobe)
    (is-on monitor_2) (is-on air_heater) (open-wide balcony_door) (outdoors feline_momo))
  (:goal (and (fed feline_momo))))
