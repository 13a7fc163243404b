(define (problem hostile_maisonette_1)
  (:domain hostile_maisonette)
  (:objects
    kitchen hallway living-room landing bedroom study - room
    kitchen-table coffee-table windowsill nightstand desk - surface
    fridge cupboard wardrobe red-box blue-box - container
    floor-lamp bedroom-lamp desk-lamp radio television - device
    green-mug white-mug plate - dish
    fern orchid cactus - plant
    milk butter novel atlas scarf umbrella newspaper - item)
  (:init
    (robot-in hallway) (hand-free) (has-sink kitchen)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living-room) (connected living-room hallway)
    (connected hallway landing) (connected landing hallway)
    (connected landing bedroom) (connected bedroom landing)
    (connected landing study) (connected study landing)
    (located kitchen-table kitchen) (located fridge kitchen)
    (located cupboard kitchen) (located radio kitchen)
    (located coffee-table living-room) (located windowsill living-room)
    (located floor-lamp living-room) (located television living-room)
    (located nightstand bedroom) (located wardrobe bedroom)
    (located bedroom-lamp bedroom)
    (located desk study) (located red-box study)
    (located blue-box study) (located desk-lamp study)
    (on milk kitchen-table) (on newspaper kitchen-table)
    (on green-mug coffee-table) (on umbrella coffee-table)
    (on fern windowsill) (on cactus windowsill)
    (on white-mug nightstand) (on novel nightstand)
    (on orchid desk)
    (in butter fridge) (in plate cupboard) (in scarf wardrobe) (in atlas red-box)
    (open wardrobe) (open red-box)
    (clean plate) (watered cactus)
    (switched-on desk-lamp) (switched-on television))
  (:goal (and (in milk fridge) (clean green-mug) (watered fern))))
