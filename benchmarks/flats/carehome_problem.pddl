(define (problem walters-flat)
  (:domain assisted-living)
  (:objects
    robbie - robot
    living_room bedroom bathroom kitchenette hallway - room
    walter sandra - person
    armchair sofa coffee_table bedside_table kitchen_counter - furniture
    walters_bed - bed
    fridge medicine_cabinet - storage
    tv bedside_lamp reading_lamp bathroom_light kettle - appliance
    bedroom_curtains living_room_curtains - curtain
    front_door - door
    hearing_aid tablet - gadget
    reading_glasses pill_box red_blanket grey_blanket blue_mug white_mug newspaper milk walking_stick - movable)
  (:init
    (robot-at robbie living_room) (gripper-empty robbie)
    (linked hallway living_room) (linked living_room hallway)
    (linked hallway bedroom) (linked bedroom hallway)
    (linked hallway bathroom) (linked bathroom hallway)
    (linked living_room kitchenette) (linked kitchenette living_room)
    (located walter living_room) (located sandra kitchenette)
    (located armchair living_room) (located sofa living_room) (located coffee_table living_room)
    (located bedside_table bedroom) (located walters_bed bedroom) (located kitchen_counter kitchenette)
    (located fridge kitchenette) (located medicine_cabinet bathroom)
    (located tv living_room) (located reading_lamp living_room) (located bedside_lamp bedroom)
    (located bathroom_light bathroom) (located kettle kitchenette)
    (located bedroom_curtains bedroom) (located living_room_curtains living_room)
    (located front_door hallway)
    (powered tv) (powered reading_lamp) (powered bathroom_light)
    (charged tablet)
    (on-top reading_glasses bedside_table) (on-top hearing_aid bedside_table)
    (stored-in pill_box medicine_cabinet)
    (on-top red_blanket sofa) (on-top grey_blanket walters_bed)
    (on-top blue_mug coffee_table) (on-top newspaper coffee_table)
    (on-top white_mug kitchen_counter) (on-top milk kitchen_counter)
    (on-top walking_stick sofa) (on-top tablet sofa))
  (:goal (and (made walters_bed))))
