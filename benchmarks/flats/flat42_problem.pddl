(define (problem flat42-morning)
  (:domain flat42)
  (:objects
    kitchen living_room bedroom bathroom hall - room
    kitchen_table counter sink coffee_table sofa bed desk shelf - surface
    fridge cupboard bin wardrobe washing_machine - container
    tv radio desk_lamp floor_lamp - device
    red_mug blue_mug plate - dish
    fern cactus - plant
    watering_can - vessel
    milk banana book newspaper jumper towel keys - item)
  (:init
    (robot-in hall) (hand-free)
    (located kitchen_table kitchen) (located counter kitchen) (located sink kitchen)
    (located fridge kitchen) (located cupboard kitchen) (located bin kitchen)
    (located radio kitchen)
    (located coffee_table living_room) (located sofa living_room)
    (located tv living_room) (located floor_lamp living_room)
    (located bed bedroom) (located desk bedroom) (located wardrobe bedroom)
    (located desk_lamp bedroom)
    (located washing_machine bathroom)
    (located shelf hall)
    (has-tap sink)
    (on milk kitchen_table) (on blue_mug kitchen_table)
    (on watering_can counter)
    (on red_mug coffee_table) (on newspaper coffee_table)
    (on book sofa) (on fern shelf)
    (on plate desk) (on cactus desk) (on jumper bed)
    (on keys shelf)
    (in banana fridge) (in towel wardrobe)
    (open fridge) (open bin)
    (switched-on tv) (switched-on desk_lamp)
    (clean blue_mug))
  (:goal (and (in milk fridge) (not (open fridge)))))
