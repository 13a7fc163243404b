; Monday: the cellar is shut, and the cheddar has gone mouldy.
(define (problem monday)
  (:domain dairy)
  (:objects
    gouda cheddar gruyere - hard
    brie feta - soft
    copper_vat steel_vat - vat
    big_press small_press - press
    cellar salting_room packing_room - room)
  (:init
    (in gouda cellar) (in cheddar cellar) (in gruyere salting_room)
    (in brie packing_room) (in feta salting_room)
    (mouldy cheddar) (wrapped brie) (salted gruyere)
    (open salting_room) (open packing_room)
    (full steel_vat) (covered copper_vat))
  (:goal (and)))
