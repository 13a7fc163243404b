(define (problem bachelor-kitchen-1) (:domain bachelor-kitchen)
(:objects plate_big plate_small mug_rugby mug_plain - crockery frying_pan saucepan - pan beer_bottle pizza_box curry_tub - item
 counter dining_table - surface sink - basin fridge dishwasher cupboard - store ring_left ring_right - ring tv radio - gadget kitchen_bin - bin)
(:init (at_place plate_big sink) (soiled plate_big) (stowed cupboard plate_small) (at_place mug_rugby dining_table) (soiled mug_rugby)
 (at_place mug_plain counter) (at_place frying_pan counter) (soiled frying_pan) (uncovered frying_pan) (at_place saucepan dining_table)
 (at_place beer_bottle counter) (at_place pizza_box dining_table) (stowed fridge curry_tub) (gaping fridge) (heating ring_left) (muted radio))
(:goal (and (empty kitchen_bin))))
