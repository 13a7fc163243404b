(define (problem labkitchen_monday)
  (:domain labkitchen)
  (:objects
    cup_1 cup_2 mug_anna mug_ben - vessel
    milk cake lunchbox_ben remote cloth - item
    kitchen_counter meeting_table windowsill - surface
    whiteboard_kitchen whiteboard_meeting - board
    fridge cupboard bin - container
    dishwasher - washer
    coffee_machine projector - device
    blinds_left blinds_right - blinds
    ficus fern cactus - plant)
  (:init
    (hand_empty)
    (absorbent cloth)
    (brews coffee_machine)
    (ontop cup_1 meeting_table)
    (ontop cup_2 meeting_table)
    (ontop cake meeting_table)
    (ontop remote meeting_table)
    (ontop mug_ben kitchen_counter)
    (ontop milk kitchen_counter)
    (ontop cloth kitchen_counter)
    (inside mug_anna cupboard)
    (inside lunchbox_ben fridge)
    (open bin)
    (open blinds_left)
    (open blinds_right)
    (toggled_on projector)
    (stained cup_1)
    (stained cup_2)
    (stained mug_ben)
    (stained meeting_table)
    (stained whiteboard_kitchen)
    (stained whiteboard_meeting)
    (dusty projector)
    (dusty windowsill)
    (dusty blinds_left)
    (watered cactus))
  (:goal (and (inside milk fridge))))
