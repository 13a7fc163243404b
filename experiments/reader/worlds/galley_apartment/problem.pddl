(define (problem galley-1) (:domain galley)
 (:objects fridge cupboard - storage dishwasher - dish_machine
  counter sink sofa side_table - surface
  cup_red cup_white mug_grey plate - dish
  bread_slice - bread
  milk cushion - item
  lamp_hall lamp_sofa tv - device
  fern basil - plant
  front_door balcony_door - exit)
 (:init (hand_empty)
  (resting cup_red side_table) (resting cup_white counter) (inside cupboard mug_grey)
  (resting plate sink) (unwashed plate) (unwashed cup_red)
  (inside cupboard bread_slice) (resting milk counter) (resting cushion side_table)
  (door_open fridge)
  (switched_on tv) (switched_on lamp_hall)
  (dry fern) (dry basil) (locked balcony_door))
 (:goal (inside fridge milk)))
