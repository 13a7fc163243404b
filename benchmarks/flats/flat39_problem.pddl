(define (problem flat39-1)
  (:domain flat39)
  (:objects
    kitchen living-room bedroom bathroom hallway - room
    kitchen-table coffee-table sofa bed bookshelf - surface
    sink washbasin - basin
    fridge cupboard wardrobe bin - container
    floor-lamp bedside-lamp radio heater - device
    fern basil cactus - plant
    milk apple novel newspaper umbrella charger - thing
    red-mug blue-mug plate pan sweater towel - washable)
  (:init
    (robot-in hallway) (hand-free)
    (linked hallway kitchen) (linked kitchen hallway)
    (linked hallway living-room) (linked living-room hallway)
    (linked hallway bedroom) (linked bedroom hallway)
    (linked hallway bathroom) (linked bathroom hallway)
    (located kitchen-table kitchen) (located sink kitchen)
    (located fridge kitchen) (located cupboard kitchen) (located bin kitchen)
    (located radio kitchen) (located basil kitchen)
    (located coffee-table living-room) (located sofa living-room)
    (located bookshelf living-room) (located floor-lamp living-room)
    (located fern living-room)
    (located bed bedroom) (located wardrobe bedroom)
    (located bedside-lamp bedroom) (located cactus bedroom)
    (located washbasin bathroom) (located heater bathroom)
    (on milk kitchen-table) (on plate kitchen-table) (on pan sink)
    (on red-mug coffee-table) (on newspaper coffee-table)
    (on novel sofa) (on sweater sofa) (on charger bed) (on towel washbasin)
    (in apple fridge) (in blue-mug cupboard) (in umbrella wardrobe)
    (open wardrobe)
    (switched-on radio) (switched-on bedside-lamp)
    (clean blue-mug) (clean towel)
    (wiped bookshelf) (wiped washbasin)
    (watered cactus))
  (:goal (and (in milk fridge) (not (switched-on radio)))))
