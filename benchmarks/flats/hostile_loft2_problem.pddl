(define (problem loft2-1)
  (:domain loft2)
  (:objects
    kitchen living-room bedroom bathroom - room
    kitchen-table coffee-table desk shelf - surface
    fridge cupboard wardrobe drawer - container
    kitchen-window bedroom-window - window
    desk-lamp bedside-lamp floor-lamp radio fan heater - device
    fern cactus - plant
    red-mug blue-mug plate shirt white-towel green-towel - washable
    milk butter novel cookbook keys umbrella - item)
  (:init
    (robot-in living-room) (hand-free)
    (linked living-room kitchen) (linked kitchen living-room)
    (linked living-room bedroom) (linked bedroom living-room)
    (linked bedroom bathroom) (linked bathroom bedroom)
    (has-water kitchen) (has-water bathroom)
    (located kitchen-table kitchen) (located fridge kitchen) (located cupboard kitchen)
    (located kitchen-window kitchen) (located radio kitchen) (located cactus kitchen)
    (located coffee-table living-room) (located floor-lamp living-room) (located fern living-room)
    (located desk bedroom) (located wardrobe bedroom) (located drawer bedroom)
    (located bedroom-window bedroom) (located desk-lamp bedroom) (located bedside-lamp bedroom)
    (located fan bedroom)
    (located shelf bathroom) (located heater bathroom)
    (on red-mug kitchen-table) (on plate kitchen-table) (on cookbook kitchen-table) (on milk kitchen-table)
    (on novel coffee-table) (on keys coffee-table)
    (on blue-mug desk) (on shirt desk)
    (on white-towel shelf)
    (in green-towel wardrobe) (in umbrella wardrobe) (in butter fridge)
    (open kitchen-window) (open drawer)
    (switched-on floor-lamp) (switched-on radio) (switched-on heater)
    (clean blue-mug) (clean white-towel) (clean green-towel)
    (watered cactus))
  (:goal (and (in milk fridge) (not (open fridge)) (watered fern))))
