(define (problem ground_floor_left_1)
  (:domain ground_floor_left)
  (:objects
    cup_blue cup_white spectacles knitting newspaper - item
    fern geranium - plant
    cat_dish - bowl
    sideboard wardrobe kitchen_table sofa windowsill - storage
    lamp_reading lamp_hall - lamp
    curtain_bedroom curtain_parlour - curtain
    heater tv - appliance)
  (:init
    (lies_at cup_blue kitchen_table) (lies_at cup_white sofa)
    (lies_at spectacles sideboard) (lies_at knitting sofa) (lies_at newspaper kitchen_table)
    (lies_at fern windowsill) (lies_at geranium kitchen_table) (lies_at cat_dish kitchen_table)
    (gripper_empty)
    (has_door sideboard) (has_door wardrobe)
    (shut sideboard)
    (lit lamp_hall)
    (drawn curtain_bedroom)
    (running tv)
    (watered geranium))
  (:goal (and (watered fern))))
