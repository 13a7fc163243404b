(define (problem mill_kitchen-1)
  (:domain mill_kitchen)
  (:objects
    red_cup blue_cup big_plate small_plate soup_bowl teapot - dish
    bread honey cheese milk apple pear - food
    cupboard fridge sink fruit_basket bin - box
    table counter shelf - surface
    kitchen_floor hall_floor - floor
    cat_dish dog_dish - vessel)
  (:init
    (on red_cup table) (on big_plate table) (on bread table)
    (on teapot counter) (on honey shelf)
    (in small_plate sink) (in soup_bowl sink) (in blue_cup cupboard)
    (in cheese fridge) (in milk fridge)
    (in apple fruit_basket) (in pear fruit_basket)
    (doored cupboard) (doored fridge) (closed cupboard) (closed fridge)
    (dirty red_cup) (dirty big_plate) (dirty small_plate) (dirty soup_bowl)
    (wet small_plate) (wet teapot)
    (hand-free))
  (:goal (and (on milk table) (swept hall_floor))))
