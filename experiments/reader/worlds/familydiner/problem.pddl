(define (problem familydiner-1) (:domain familydiner)
 (:objects red_mug blue_mug soup_bowl big_plate - dish soup cake cheese - food
  dining_table counter sideboard - surface fridge cupboard - cabinet kitchen_door garden_window - opening
  stove - cooker radio coffee_machine - machine ceiling_light floor_lamp candle - light)
 (:init (at red_mug dining_table) (at blue_mug counter) (at soup_bowl cupboard) (at big_plate dining_table)
  (at soup fridge) (at cake dining_table) (at cheese counter) (hand-empty)
  (open cupboard) (open garden_window) (running radio) (lit ceiling_light) (lit floor_lamp)
  (clean soup_bowl) (wiped counter))
 (:goal (and (clean red_mug))))
