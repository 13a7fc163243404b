(define (problem tollhouse-evening)
  (:domain tollhouse)
  (:objects
    kitchen parlour bedroom - room
    kitchen_table windowsill armchair bed - surface
    sink - basin
    fridge cupboard wardrobe - container
    bedroom_window - window
    parlour_lamp bedside_lamp - lamp
    blue_mug red_mug plate - dish
    fern cactus - plant
    towel blanket - cloth
    novel - book
    milk - drink
    granny - person)
  (:init
    (robot-in parlour) (hand-free)
    (adjoins kitchen parlour) (adjoins parlour kitchen)
    (adjoins parlour bedroom) (adjoins bedroom parlour)
    (fixed-in kitchen_table kitchen) (fixed-in sink kitchen)
    (fixed-in fridge kitchen) (fixed-in cupboard kitchen)
    (fixed-in windowsill parlour) (fixed-in armchair parlour) (fixed-in parlour_lamp parlour)
    (fixed-in bed bedroom) (fixed-in wardrobe bedroom)
    (fixed-in bedside_lamp bedroom) (fixed-in bedroom_window bedroom)
    (person-in granny bedroom)
    (on blue_mug kitchen_table) (on milk kitchen_table)
    (in red_mug cupboard) (washed red_mug)
    (on plate sink)
    (on fern windowsill) (on cactus windowsill)
    (on novel armchair) (on blanket armchair)
    (in towel wardrobe) (folded towel)
    (open wardrobe) (open bedroom_window)
    (lit bedside_lamp)
    (wiped sink))
  (:goal (and (washed plate))))
