(define (problem greenbalcony-1) (:domain greenbalcony)
 (:objects fern_1 basil_pot tomato_plant geranium_left geranium_right - plant
  secateurs - tool watering_vessel - vessel cushion_striped cushion_plain - cushion
  string_lights portable_luminaire - luminaire parasol awning - shade
  wall_shelf tiled_floor window_ledge garden_seat - surface
  storage_chest - chest balcony_portal - portal)
 (:init (located fern_1 tiled_floor) (located tomato_plant tiled_floor) (located basil_pot window_ledge)
  (located geranium_left wall_shelf) (located geranium_right wall_shelf) (located watering_vessel tiled_floor)
  (located secateurs storage_chest) (located cushion_striped garden_seat) (located cushion_plain garden_seat)
  (gripper-idle) (energized string_lights) (deployed parasol) (ajar balcony_portal) (hydrated geranium_right))
 (:goal (and (hydrated fern_1))))
