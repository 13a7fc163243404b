(define (problem flat45-evening)
  (:domain flat45)
  (:objects
    kitchen living_room bedroom bathroom - room
    kitchen_counter dining_table coffee_table nightstand bookshelf - surface
    fridge cupboard wardrobe medicine_cabinet - container
    floor_lamp bedside_lamp radio heater - device
    fern cactus - plant
    red_mug blue_mug plate saucepan - dish
    milk cheese bread apple - food
    novel magazine house_keys umbrella watering_can toothbrush blanket - item)
  (:init
    (robot-in living_room) (hand-free)
    (has-tap kitchen) (has-tap bathroom)
    (located kitchen_counter kitchen) (located fridge kitchen)
    (located cupboard kitchen) (located radio kitchen)
    (located dining_table living_room) (located coffee_table living_room)
    (located bookshelf living_room) (located floor_lamp living_room)
    (located fern living_room)
    (located nightstand bedroom) (located wardrobe bedroom)
    (located bedside_lamp bedroom) (located cactus bedroom)
    (located medicine_cabinet bathroom) (located heater bathroom)
    (on red_mug coffee_table) (on magazine coffee_table)
    (on plate dining_table) (on milk dining_table) (on house_keys dining_table)
    (on blue_mug nightstand) (on novel nightstand)
    (on bread kitchen_counter) (on apple kitchen_counter)
    (on watering_can kitchen_counter)
    (in saucepan cupboard) (in cheese fridge)
    (in umbrella wardrobe) (in blanket wardrobe)
    (in toothbrush medicine_cabinet)
    (open wardrobe)
    (switched-on floor_lamp) (switched-on heater)
    (clean saucepan)
    (pours-water watering_can)
    (watered cactus))
  (:goal (and (in milk fridge) (not (open fridge)))))
