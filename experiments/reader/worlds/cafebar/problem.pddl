(define (problem cafe_day) (:domain cafebar)
 (:objects brew_unit - coffee_maker audio_unit neon_sign vent_fan - appliance front_door entry_rear - portal canopy_street canopy_yard - canopy
  cup_red cup_white mug_large - cup croissant apple_cake cinnamon_bun - pastry
  table_window table_corner - table counter vitrine RU_shelf_02 - location)
 (:init (gripper_free) (at cup_red table_window) (at cup_white RU_shelf_02) (at mug_large table_corner) (at croissant vitrine) (at apple_cake vitrine) (at cinnamon_bun counter)
  (energised audio_unit) (energised neon_sign) (ajar entry_rear) (deployed canopy_yard) (washed cup_white) (coffee_in mug_large) (reserved table_corner))
 (:goal (and (energised brew_unit))))
