(define (problem flat31)
  (:domain flat31)
  (:objects
    hallway kitchen living-room bedroom bathroom - room
    grandma leo - person
    kitchen-table coffee-table nightstand windowsill bookcase - surface
    fridge dishwasher wardrobe laundry-basket medicine-cabinet - container
    radio - appliance
    floor-lamp bedside-lamp - lamp
    fern cactus - plant
    red-mug blue-mug white-plate - dish
    novel cookbook - book
    blanket wool-sweater slippers - textile
    milk - food
    aspirin - medicine
    teddy-bear - toy
    cabinet-key - key
    watering-can - can)
  (:init
    (robot-in hallway)
    (hand-empty)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living-room) (connected living-room hallway)
    (connected hallway bedroom) (connected bedroom hallway)
    (connected bedroom bathroom) (connected bathroom bedroom)
    (has-sink kitchen) (has-sink bathroom)
    (located kitchen-table kitchen) (located fridge kitchen)
    (located dishwasher kitchen) (located radio kitchen)
    (located coffee-table living-room) (located bookcase living-room)
    (located windowsill living-room) (located floor-lamp living-room)
    (located fern living-room) (located grandma living-room)
    (located nightstand bedroom) (located wardrobe bedroom)
    (located bedside-lamp bedroom) (located cactus bedroom)
    (located leo bedroom)
    (located laundry-basket bathroom) (located medicine-cabinet bathroom)
    (openable fridge) (openable dishwasher) (openable wardrobe) (openable medicine-cabinet)
    (is-open dishwasher) (is-open wardrobe) (is-open laundry-basket)
    (locked medicine-cabinet)
    (key-for cabinet-key medicine-cabinet)
    (on red-mug kitchen-table) (on milk kitchen-table)
    (on blue-mug coffee-table) (on novel coffee-table)
    (on cookbook windowsill) (on watering-can windowsill)
    (on wool-sweater nightstand)
    (on cabinet-key bookcase)
    (in white-plate dishwasher)
    (in blanket wardrobe)
    (in slippers laundry-basket)
    (in aspirin medicine-cabinet)
    (has leo teddy-bear)
    (dirty red-mug) (dirty white-plate) (dirty blanket)
    (switched-on radio))
  (:goal (and (in milk fridge) (not (is-open fridge)) (has grandma aspirin))))
