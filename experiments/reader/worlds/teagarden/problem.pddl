(define (problem teagarden-1) (:domain teagarden)
 (:objects teapot milk_jug - dish red_cushion green_cushion - cushion cherry_cake - food
  round_table long_table bench - seat_or_table chest cupboard - store front_gate pond_gate - gate
  parasol_1 parasol_2 - parasol string_lights lantern - lamp rose lavender - plant fountain gramophone - machine)
 (:init (hand_free) (on teapot long_table) (on milk_jug long_table) (on red_cushion round_table) (on green_cushion bench)
  (in cherry_cake cupboard) (dirty teapot) (dirty milk_jug) (open front_gate) (open cupboard) (locked pond_gate)
  (up parasol_2) (lit string_lights) (running fountain))
 (:goal (and (on cherry_cake round_table))))
