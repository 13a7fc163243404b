(define (problem dinner) (:domain school_kitchen)
 (:objects carrot onion potato - produce chicken mince - meat peanut_sauce - foodstuff stockpot saucepan roasting_tin - vessel
  left_hob right_hob - hob main_oven - oven green_board red_board - board worktop fridge_shelf - surface)
 (:init (free_hand) (located carrot worktop) (located onion worktop) (located potato worktop) (located chicken fridge_shelf) (located mince fridge_shelf) (located peanut_sauce fridge_shelf)
  (contains_nuts peanut_sauce) (benched stockpot) (benched saucepan) (benched roasting_tin) (covered stockpot) (is_on right_hob) (soiled red_board))
 (:goal (and (served stockpot))))
