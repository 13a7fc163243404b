(define (problem p) (:domain balconyflat)
 (:objects balcony_door kitchen_window - opening ceiling_light_LR string_lights monitor_2 fan_heater - switchable
  basil tomato_plant fern - plant watering_vessel cushion_blue cushion_striped rubber_boots - item
  parasol awning - shade balcony_tbl balcony_floor couch hall_rack windowsill - location)
 (:init (gripper_free) (ajar kitchen_window) (energized string_lights) (energized monitor_2) (energized fan_heater) (is_vessel watering_vessel)
  (located basil windowsill) (located tomato_plant balcony_floor) (located fern couch) (located watering_vessel balcony_tbl)
  (located cushion_blue balcony_tbl) (located cushion_striped balcony_floor) (located rubber_boots balcony_floor) (extended parasol) (soiled rubber_boots) (soiled cushion_striped))
 (:goal (and (hydrated basil))))
