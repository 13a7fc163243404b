(define (problem larkhill_nine-evening)
  (:domain larkhill_nine)
  (:objects
    kitchen lounge big_bedroom small_bedroom - room
    worktop sink coffee_table desk big_bed - surface
    fridge wardrobe - cupboard
    mug_blue mug_white plate - dish
    jumper_grey - garment
    milk keys novel - sundry
    lamp_lounge lamp_desk lamp_bedside - lamp
    tv - screen
    window_kitchen window_big - window
    curtains_big curtains_small - curtain
    priya joe - person)
  (:init
    (robot-at kitchen) (hand-free)
    (stands-in worktop kitchen) (stands-in sink kitchen) (stands-in fridge kitchen)
    (stands-in coffee_table lounge) (stands-in desk small_bedroom)
    (stands-in big_bed big_bedroom) (stands-in wardrobe big_bedroom)
    (wash-place sink)
    (fixed-in lamp_lounge lounge) (fixed-in tv lounge) (fixed-in lamp_desk small_bedroom)
    (fixed-in lamp_bedside big_bedroom) (fixed-in window_kitchen kitchen)
    (fixed-in window_big big_bedroom) (fixed-in curtains_big big_bedroom)
    (fixed-in curtains_small small_bedroom)
    (stays-in priya lounge) (stays-in joe small_bedroom)
    (lies mug_blue coffee_table) (lies novel coffee_table)
    (lies mug_white worktop) (lies milk worktop)
    (lies plate sink) (lies jumper_grey big_bed) (lies keys desk)
    (soiled mug_blue) (soiled plate)
    (open fridge) (on tv) (on lamp_desk) (on lamp_bedside)
    (ajar window_kitchen) (drawn curtains_small))
  (:goal (and (lies milk fridge) (not (open fridge)))))
