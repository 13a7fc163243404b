(define (problem flat44_p1)
  (:domain flat44)
  (:objects
    kitchen living_room bedroom bathroom hallway - room
    kitchen_table counter coffee_table nightstand shelf - surface
    fridge cupboard wardrobe bin - container
    dishwasher washing_machine - washer
    television radio reading_lamp floor_lamp heater - device
    fern orchid - plant
    milk cheese apple newspaper umbrella corkscrew keys - item
    red_mug blue_mug plate sweater towel - washable)
  (:init
    (robot_in hallway) (hand_free)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living_room) (connected living_room hallway)
    (connected hallway bedroom) (connected bedroom hallway)
    (connected hallway bathroom) (connected bathroom hallway)
    (located kitchen_table kitchen) (located counter kitchen)
    (located coffee_table living_room) (located nightstand bedroom)
    (located shelf hallway)
    (located fridge kitchen) (located cupboard kitchen) (located bin kitchen)
    (located wardrobe bedroom)
    (located dishwasher kitchen) (located washing_machine bathroom)
    (located television living_room) (located floor_lamp living_room)
    (located radio kitchen) (located reading_lamp bedroom) (located heater bathroom)
    (located fern living_room) (located orchid bedroom)
    (on milk kitchen_table) (on plate kitchen_table)
    (on apple counter)
    (on newspaper coffee_table) (on umbrella coffee_table) (on red_mug coffee_table)
    (on sweater nightstand)
    (on keys shelf)
    (in cheese fridge)
    (in blue_mug cupboard) (in corkscrew cupboard)
    (in towel wardrobe)
    (open wardrobe) (open washing_machine)
    (switched_on radio) (switched_on heater)
    (watered orchid)
    (clean blue_mug) (clean towel)
    (washes dishwasher red_mug) (washes dishwasher blue_mug) (washes dishwasher plate)
    (washes washing_machine sweater) (washes washing_machine towel))
  (:goal (and (in milk fridge) (not (open fridge))))
)
