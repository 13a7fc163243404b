(define (problem plumtree_day)
  (:domain plumtree)
  (:objects
    hallway kitchen lounge bedroom garden_room - room
    gran toby - person
    marmalade - cat
    dining_table sideboard workbench - surface
    fridge larder linen_chest - storage
    lounge_blind bedroom_blind garden_room_blind - blind
    radio heater - appliance
    orchid fern geranium - plant
    navy_cushion green_cushion - cushion
    phone - gadget
    watering_can - can
    cat_food - food
    butter knitting boots - portable)
  (:init
    (in_room hallway)
    (hand_free)
    (leads_to hallway kitchen) (leads_to kitchen hallway)
    (leads_to hallway lounge) (leads_to lounge hallway)
    (leads_to hallway bedroom) (leads_to bedroom hallway)
    (leads_to kitchen garden_room) (leads_to garden_room kitchen)
    (whereabouts gran lounge)
    (whereabouts toby garden_room)
    (whereabouts marmalade kitchen)
    (has_tap kitchen)
    (has_socket sideboard)
    (has_socket workbench)
    (stands_in dining_table kitchen)
    (stands_in sideboard lounge)
    (stands_in workbench garden_room)
    (stands_in fridge kitchen)
    (stands_in larder kitchen)
    (stands_in linen_chest bedroom)
    (stands_in lounge_blind lounge)
    (stands_in bedroom_blind bedroom)
    (stands_in garden_room_blind garden_room)
    (stands_in radio kitchen)
    (stands_in heater garden_room)
    (is_open linen_chest)
    (running heater)
    (lowered garden_room_blind)
    (resting_on orchid sideboard)
    (resting_on phone sideboard)
    (resting_on navy_cushion sideboard)
    (resting_on fern dining_table)
    (resting_on butter dining_table)
    (resting_on boots dining_table)
    (resting_on geranium workbench)
    (resting_on watering_can workbench)
    (inside green_cushion linen_chest)
    (inside knitting linen_chest)
    (inside cat_food larder))
  (:goal (and (fed marmalade))))
