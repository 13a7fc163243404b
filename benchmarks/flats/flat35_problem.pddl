(define (problem flat35-problem)
  (:domain flat35)
  (:objects
    hallway kitchen living_room bedroom bathroom - room
    kitchen_counter dining_table coffee_table windowsill nightstand shoe_rack - surface
    fridge cupboard wardrobe safe laundry_basket - container
    bedroom_window - window
    radio heater - device
    floor_lamp bedside_lamp - lamp
    fern cactus - plant
    yogurt cheese apple - food
    red_mug blue_mug bowl - dish
    scarf sweater towel - garment
    novel keys watering_can - item)
  (:init
    (robot-at hallway) (hand-empty)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living_room) (connected living_room hallway)
    (connected hallway bathroom) (connected bathroom hallway)
    (connected living_room bedroom) (connected bedroom living_room)
    (located kitchen_counter kitchen) (located dining_table kitchen)
    (located fridge kitchen) (located cupboard kitchen)
    (located coffee_table living_room) (located windowsill living_room)
    (located radio living_room) (located floor_lamp living_room) (located fern living_room)
    (located nightstand bedroom) (located wardrobe bedroom) (located safe bedroom)
    (located bedroom_window bedroom) (located heater bedroom)
    (located bedside_lamp bedroom) (located cactus bedroom)
    (located shoe_rack hallway) (located laundry_basket bathroom)
    (has-sink kitchen) (has-sink bathroom)
    (has-door fridge) (has-door cupboard) (has-door wardrobe) (has-door safe) (has-door bedroom_window)
    (locked safe)
    (can-water watering_can)
    (on apple dining_table) (on bowl dining_table)
    (on blue_mug kitchen_counter) (on yogurt kitchen_counter)
    (on red_mug coffee_table) (on novel coffee_table)
    (on watering_can windowsill) (on keys shoe_rack)
    (in cheese fridge) (in scarf wardrobe)
    (in towel laundry_basket) (in sweater laundry_basket)
    (open cupboard) (open laundry_basket)
    (turned-on radio) (turned-on bedside_lamp)
    (clean blue_mug))
  (:goal (and (in yogurt fridge) (not (open fridge)))))
