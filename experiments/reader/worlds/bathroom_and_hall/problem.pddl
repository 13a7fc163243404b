(define (problem bath-1) (:domain bathroom-and-hall)
 (:objects bathroom hall - room
  laundry_hamper washing_machine towel_rail coat_rack shoe_shelf bath_tub - receptacle
  basin_tap tub_tap - tap
  mirror_light hall_light - light
  front_door - door
  bathroom_window - window
  towel_green towel_white raincoat - laundry
  rubber_duck umbrella slippers - thing)
 (:init (agent_in hall) (arm_free)
  (located laundry_hamper bathroom) (located washing_machine bathroom) (located towel_rail bathroom)
  (located bath_tub bathroom) (located coat_rack hall) (located shoe_shelf hall)
  (located basin_tap bathroom) (located tub_tap bathroom)
  (located front_door hall) (located bathroom_window bathroom)
  (at_place laundry_hamper towel_green) (at_place towel_rail towel_white) (at_place coat_rack raincoat)
  (at_place bath_tub rubber_duck) (at_place shoe_shelf umbrella) (at_place bath_tub slippers)
  (washed towel_white) (running basin_tap) (lit mirror_light)
  (ajar bathroom_window) (wet_floor bathroom) (has_radiator bathroom) (washing_drum washing_machine))
 (:goal (and (washed towel_green))))
