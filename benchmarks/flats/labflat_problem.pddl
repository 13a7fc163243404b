(define (problem labflat-trial)
  (:domain labflat)
  (:objects
    tiago - robot
    kitchen living_room bedroom hallway - room
    operator - person
    kitchen_table kitchen_counter coffee_table sofa nightstand bookshelf - surface
    fridge dishwasher cabinet trash_bin - container
    front_door bedroom_window living_room_window - openable
    tv floor_lamp bedside_lamp - device
    coke_can red_mug blue_mug bowl cereal_box apple banana remote book water_bottle_1 water_bottle_2 - item
    sponge - cleaning-tool)
  (:init
    (at tiago hallway) (hand-empty tiago)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living_room) (connected living_room hallway)
    (connected kitchen living_room) (connected living_room kitchen)
    (connected living_room bedroom) (connected bedroom living_room)
    (has-sink kitchen) (has-charger hallway)
    (located operator living_room)
    (located kitchen_table kitchen) (located kitchen_counter kitchen)
    (located fridge kitchen) (located dishwasher kitchen) (located cabinet kitchen) (located trash_bin kitchen)
    (located coffee_table living_room) (located sofa living_room) (located bookshelf living_room)
    (located tv living_room) (located floor_lamp living_room) (located living_room_window living_room)
    (located nightstand bedroom) (located bedside_lamp bedroom) (located bedroom_window bedroom)
    (located front_door hallway)
    (open trash_bin) (open bedroom_window)
    (powered floor_lamp) (powered bedside_lamp)
    (on red_mug coffee_table) (on banana coffee_table) (on remote coffee_table)
    (on bowl kitchen_table) (on cereal_box kitchen_table)
    (on apple kitchen_counter) (on sponge kitchen_counter)
    (on book sofa) (on water_bottle_2 nightstand)
    (in coke_can fridge) (in water_bottle_1 fridge) (in blue_mug cabinet)
    (dirty red_mug) (dirty bowl) (dirty coffee_table))
  (:goal (and (on apple coffee_table))))
