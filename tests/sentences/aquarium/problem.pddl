; A morning before the doors are opened.
(define (problem morning)
  (:domain aquarium)
  (:objects
    clownfish pufferfish seahorse - fish
    green_turtle spotted_turtle - turtle
    reef_tank lagoon_tank quarantine_tank - tank
    main_pump spare_pump - pump)
  (:init
    (in clownfish reef_tank) (in pufferfish reef_tank) (in seahorse reef_tank)
    (in green_turtle lagoon_tank) (in spotted_turtle quarantine_tank)
    (sick spotted_turtle)
    (murky lagoon_tank)
    (running main_pump))
  (:goal (and)))
