; The milk belongs in the fridge, and the red cup clean on the shelf.
(define (problem tidy-up)
  (:domain kitchen)
  (:objects
    table shelf sink - surface
    fridge - container
    milk apple - food
    red_cup_1 red_cup_2 - dish)
  (:init
    (robot-at shelf) (hand-empty)
    (at milk table) (at red_cup_1 table) (at red_cup_2 shelf) (at apple fridge)
    (dirty red_cup_1)
    (washes sink))
  (:goal (and
    (at milk fridge) (not (open fridge))
    (at red_cup_1 shelf) (not (dirty red_cup_1)))))
