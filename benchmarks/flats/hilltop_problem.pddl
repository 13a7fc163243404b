(define (problem hilltop-bungalow)
  (:domain hilltop)
  (:objects
    kitchen lounge bedroom hall bathroom - room
    walter doreen - person
    kitchen_table side_table bedside_table mantelpiece - surface
    fridge medicine_cabinet kitchen_cupboard laundry_basket - container
    lounge_window bedroom_window - window
    front_door back_door - door
    television radio kettle electric_fire lounge_lamp bedside_lamp - appliance
    geranium - plant
    red_mug white_mug - mug
    pill_box reading_glasses newspaper milk cardigan handbag duster - item)
  (:init
    (robot-in kitchen) (hand-free) (has-tap kitchen)
    (at walter lounge) (at doreen kitchen)
    (at kitchen_table kitchen) (at side_table lounge) (at bedside_table bedroom) (at mantelpiece lounge)
    (at fridge kitchen) (at medicine_cabinet bathroom) (at kitchen_cupboard kitchen) (at laundry_basket bathroom)
    (at lounge_window lounge) (at bedroom_window bedroom) (at front_door hall) (at back_door kitchen)
    (at television lounge) (at radio kitchen) (at kettle kitchen) (at electric_fire lounge)
    (at lounge_lamp lounge) (at bedside_lamp bedroom) (at geranium lounge)
    (openable fridge) (openable medicine_cabinet) (openable kitchen_cupboard)
    (openable lounge_window) (openable bedroom_window) (openable back_door)
    (open laundry_basket) (open bedroom_window) (open back_door)
    (locked front_door)
    (turned-on television) (turned-on electric_fire) (turned-on lounge_lamp) (turned-on bedside_lamp)
    (on red_mug side_table) (dirty red_mug)
    (in white_mug kitchen_cupboard)
    (in pill_box medicine_cabinet)
    (on reading_glasses bedside_table)
    (on newspaper kitchen_table) (on milk kitchen_table) (on handbag kitchen_table)
    (in cardigan laundry_basket)
    (on duster mantelpiece))
  (:goal (and (in milk fridge))))
