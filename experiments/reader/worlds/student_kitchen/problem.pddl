(define (problem sk-1) (:domain student_kitchen)
 (:objects mug_blue mug_white saucepan_1 frying_pan - vessel milk_carton cheddar onion_1 - foodstuff pizza_box beer_bottle - refuse
  refrigerator wall_unit waste_bin - storage worktop dining_table drying_rack - surface
  hotplate water_boiler extractor_hood radio_set - appliance window_unit - casement)
 (:init (GripperEmpty) (LocOn mug_blue dining_table) (Contaminated mug_blue) (LocOn mug_white worktop) (Contaminated mug_white)
  (LocOn saucepan_1 worktop) (Contaminated saucepan_1) (LocIn frying_pan wall_unit) (LocOn milk_carton dining_table) (LocIn cheddar refrigerator)
  (LocOn onion_1 worktop) (LocOn pizza_box dining_table) (LocOn beer_bottle worktop) (Ajar refrigerator) (Powered hotplate) (Powered radio_set))
 (:goal (and (LocIn milk_carton refrigerator))))
