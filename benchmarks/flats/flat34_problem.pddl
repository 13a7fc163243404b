(define (problem flat34)
  (:domain flat34)
  (:objects
    hallway kitchen living_room bedroom bathroom balcony - room
    kitchen_counter dining_table coffee_table bookshelf nightstand bathroom_shelf - surface
    fridge cupboard wardrobe hamper safe - container
    floor_lamp reading_lamp - lamp
    heater radio - appliance
    fern orchid - plant
    milk yoghurt - food
    red_mug blue_mug plate - dish
    novel atlas - book
    towel scarf - textile
    watering_can - can
    sponge - cleaner
    keys - item)
  (:init
    (robot-at hallway) (hand-empty)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living_room) (connected living_room hallway)
    (connected hallway bedroom) (connected bedroom hallway)
    (connected hallway bathroom) (connected bathroom hallway)
    (connected living_room balcony) (connected balcony living_room)
    (has-tap kitchen) (has-tap bathroom)
    (located kitchen_counter kitchen) (located fridge kitchen) (located cupboard kitchen) (located radio kitchen)
    (located dining_table living_room) (located coffee_table living_room) (located bookshelf living_room)
    (located floor_lamp living_room) (located orchid living_room)
    (located nightstand bedroom) (located wardrobe bedroom) (located safe bedroom) (located reading_lamp bedroom)
    (located bathroom_shelf bathroom) (located hamper bathroom) (located heater bathroom)
    (located fern balcony)
    (on milk dining_table) (on plate dining_table)
    (on red_mug coffee_table) (on novel coffee_table)
    (on blue_mug nightstand) (on atlas bookshelf)
    (on towel bathroom_shelf) (on watering_can bathroom_shelf)
    (on sponge kitchen_counter)
    (in yoghurt fridge) (in scarf wardrobe) (in keys cupboard)
    (open cupboard) (open hamper) (locked safe)
    (powered heater) (broken radio)
    (dirty red_mug) (dirty blue_mug) (dirty plate) (dirty dining_table) (dirty kitchen_counter))
  (:goal (and (in milk fridge) (watered fern))))
