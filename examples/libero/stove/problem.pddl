(define (problem libero_10-kitchen_scene3_turn_on_the_stove_and_put_the_moka_pot_on_it)
  (:domain libero)
  (:objects
    kitchen_table - kitchen_table
    flat_stove_1 - flat_stove
    chefmate_8_frypan_1 - chefmate_8_frypan
    moka_pot_1 - moka_pot
    flat_stove_1_cook_region - top
  )
  (:init
    (part_of flat_stove_1_cook_region flat_stove_1)
    (on chefmate_8_frypan_1 kitchen_table)
    (on moka_pot_1 kitchen_table)
    (hand_empty)
  )
  (:goal (and (turned_on flat_stove_1) (on moka_pot_1 flat_stove_1_cook_region))))
