(define (problem northside-evening)
  (:domain northside)
  (:objects
    living-room bedroom kitchen hallway - room
    coffee-table desk kitchen-counter - surface
    fridge wardrobe hall-drawer - container
    milk butter umbrella keys novel sweater - item
    red-mug blue-mug soup-bowl - dish
    floor-lamp desk-lamp - lamp
    kitchen-window bedroom-window - window
    fern cactus - plant)
  (:init
    (robot-in hallway) (hand-empty)
    (place-in-room coffee-table living-room)
    (place-in-room desk bedroom)
    (place-in-room kitchen-counter kitchen)
    (place-in-room fridge kitchen)
    (place-in-room wardrobe bedroom)
    (place-in-room hall-drawer hallway)
    (plant-in-room fern living-room)
    (plant-in-room cactus bedroom)
    (lamp-in-room floor-lamp living-room)
    (lamp-in-room desk-lamp bedroom)
    (window-in-room kitchen-window kitchen)
    (window-in-room bedroom-window bedroom)
    (has-sink kitchen)
    (on milk kitchen-counter)
    (in butter fridge)
    (on umbrella coffee-table)
    (on keys desk)
    (on novel coffee-table)
    (on sweater desk)
    (on red-mug coffee-table)
    (on blue-mug desk)
    (on soup-bowl kitchen-counter)
    (open hall-drawer)
    (lit floor-lamp)
    (window-open kitchen-window)
    (window-open bedroom-window))
  (:goal (and (in milk fridge))))
