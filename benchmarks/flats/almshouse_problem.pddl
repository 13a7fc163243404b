(define (problem sunday)
  (:domain almshouse)
  (:objects
    kitchen bedroom sitting_room - room
    kitchen_table bedside_table sideboard - surface
    cupboard wardrobe - box
    window - pane
    television radio heater - appliance
    geranium - plant
    cat - pet
    blue_mug white_mug - mug
    glasses newspaper cardigan pills - belonging)
  (:init
    (robot_in kitchen) (hands_free)
    (in_room kitchen_table kitchen) (in_room cupboard kitchen)
    (in_room sideboard sitting_room) (in_room television sitting_room) (in_room radio sitting_room)
    (in_room geranium sitting_room) (in_room cat sitting_room)
    (in_room bedside_table bedroom) (in_room wardrobe bedroom) (in_room window bedroom) (in_room heater bedroom)
    (on newspaper kitchen_table) (on blue_mug kitchen_table)
    (on glasses sideboard) (on white_mug sideboard)
    (inside pills cupboard) (inside cardigan wardrobe)
    (open window)
    (turned_on television))
  (:goal (and)))
