(define (problem corner_kitchen_1) (:domain corner_kitchen)
 (:objects worktop dining_table sink - surface fridge dishwasher wall_cupboard - container milk butter tea_towel - item
  cup_green cup_yellow mug_white plate_big bread_knife - crockery soup_pot - pot kettle toaster - appliance ring_front ring_back - ring pedal_bin - bin)
 (:init (wet_place sink) (at_spot milk worktop) (stored fridge butter) (at_spot cup_green sink) (dirty cup_green) (at_spot cup_yellow dining_table)
  (stored wall_cupboard mug_white) (at_spot plate_big dining_table) (dirty plate_big) (at_spot bread_knife worktop) (at_spot tea_towel dining_table)
  (closed dishwasher) (closed wall_cupboard) (plugged_in toaster) (hot ring_back) (lid_on pedal_bin))
 (:goal (closed fridge)))
