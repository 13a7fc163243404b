(define (problem warm-soup)
  (:domain cooking)
  (:objects
    table counter - place
    stove_1 - stove
    microwave_1 - microwave
    pot_1 - metal
    bowl_1 - glass
    soup - food)
  (:init (at pot_1 counter) (at bowl_1 counter) (in soup pot_1) (hand-empty))
  (:goal (and (hot soup) (in soup bowl_1))))
