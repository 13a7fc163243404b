(define (problem late_shift) (:domain print_plant)
  (:objects offset_press letter_press - press guillotine_01 - cutter fume_extractor - extractor
    matte_stock gloss_stock - stock wedding_cards election_flyers - job
    ink_can_black ink_can_red - ink_can shelf_lv1 shelf_lv2 - rack outgoing_pallet - pallet
    yard_door ink_store_door - operator_door)
  (:init (manipulator_idle) (energized offset_press) (energized guillotine_01) (guard_engaged offset_press)
    (charged_with offset_press ink_can_black) (ink_free letter_press) (contaminated letter_press)
    (feeder_vacant letter_press) (loaded_with offset_press matte_stock) (uncapped ink_can_black)
    (at_staging gloss_stock shelf_lv2) (at_staging ink_can_black shelf_lv1) (at_staging ink_can_red shelf_lv1)
    (at_staging wedding_cards shelf_lv2) (at_staging election_flyers shelf_lv2) (imprinted wedding_cards)
    (secured ink_store_door))
  (:goal (and (trimmed wedding_cards))))
