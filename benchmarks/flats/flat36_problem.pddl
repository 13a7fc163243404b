(define (problem flat36-evening)
  (:domain flat36)
  (:objects
    kitchen living-room bedroom bathroom hallway - room
    kitchen-counter dining-table coffee-table sofa bookshelf nightstand bed - surface
    fridge cupboard wardrobe laundry-basket - container
    washing-machine - washer
    floor-lamp bedside-lamp radio television fan - device
    red-mug blue-mug plate - dish
    jeans shirt towel - textile
    juice butter novel cookbook newspaper scissors umbrella - item)
  (:init
    (robot-at hallway) (hand-empty)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living-room) (connected living-room hallway)
    (connected hallway bedroom) (connected bedroom hallway)
    (connected hallway bathroom) (connected bathroom hallway)
    (connected kitchen living-room) (connected living-room kitchen)
    (has-sink kitchen)
    (located kitchen-counter kitchen) (located fridge kitchen)
    (located cupboard kitchen) (located radio kitchen)
    (located dining-table living-room) (located coffee-table living-room)
    (located sofa living-room) (located bookshelf living-room)
    (located floor-lamp living-room) (located television living-room)
    (located bed bedroom) (located nightstand bedroom) (located wardrobe bedroom)
    (located bedside-lamp bedroom) (located fan bedroom)
    (located laundry-basket bathroom) (located washing-machine bathroom)
    (open wardrobe) (open laundry-basket)
    (switched-on radio) (switched-on bedside-lamp)
    (on red-mug coffee-table) (in blue-mug cupboard) (on plate dining-table)
    (on jeans bed) (in shirt laundry-basket) (in towel wardrobe)
    (on juice dining-table) (in butter fridge)
    (on novel nightstand) (on cookbook sofa) (on newspaper coffee-table)
    (on scissors kitchen-counter) (in umbrella wardrobe)
    (clean blue-mug) (clean towel))
  (:goal (and (in juice fridge) (not (open fridge)))))
