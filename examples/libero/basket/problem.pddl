(define (problem libero_10-living_room_scene2_put_both_the_alphabet_soup_and_the_tomato_sauce_in_the_basket)
  (:domain libero)
  (:objects
    living_room_table - living_room_table
    alphabet_soup_1 - alphabet_soup
    cream_cheese_1 - cream_cheese
    tomato_sauce_1 - tomato_sauce
    ketchup_1 - ketchup
    orange_juice_1 - orange_juice
    milk_1 - milk
    butter_1 - butter
    basket_1 - basket
    basket_1_contain_region - compartment
  )
  (:init
    (part_of basket_1_contain_region basket_1)
    (on alphabet_soup_1 living_room_table)
    (on cream_cheese_1 living_room_table)
    (on tomato_sauce_1 living_room_table)
    (on ketchup_1 living_room_table)
    (on milk_1 living_room_table)
    (on orange_juice_1 living_room_table)
    (on butter_1 living_room_table)
    (on basket_1 living_room_table)
    (hand_empty)
  )
  (:goal (and (in alphabet_soup_1 basket_1_contain_region) (in tomato_sauce_1 basket_1_contain_region))))
