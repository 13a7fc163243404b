(define (problem hut-1) (:domain alpine-hut)
 (:objects mug_blue mug_green boots_red boots_brown blanket rope cheese map - item
  table bench bunk porch - surface
  chest pantry drawer_upper drawer_lower - box
  shutter_east shutter_west - shutter door_hut - door
  lantern_bunk lantern_kitchen lantern_porch - lantern stove - stove)
 (:init (rests mug_blue table) (rests cheese table) (rests mug_green bench) (rests blanket bunk)
  (rests boots_brown bunk) (rests boots_red porch) (rests map drawer_upper) (rests rope chest)
  (ajar pantry) (ajar drawer_upper) (ajar shutter_east)
  (lit lantern_bunk) (lit lantern_kitchen)
  (grubby mug_green) (grubby boots_brown)
  (washable mug_blue) (washable mug_green) (washable boots_red) (washable boots_brown)
  (hand_free))
 (:goal (burning stove)))
