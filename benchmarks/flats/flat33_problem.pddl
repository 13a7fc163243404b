(define (problem flat33-1)
  (:domain flat33)
  (:objects
    kitchen hallway living-room bedroom study - room
    counter dining-table coffee-table desk nightstand - surface
    fridge cupboard wardrobe chest - container
    sink - basin
    desk-lamp floor-lamp bedside-lamp - lamp
    radio fan - appliance
    bedroom-curtain - curtain
    fern cactus - plant
    yoghurt cheese - food
    red-mug blue-mug plate - dish
    scarf jacket - garment
    novel atlas - book
    scissors - tool
    watering-can - can
    grandma - person)
  (:init
    (robot-at hallway) (hand-empty)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living-room) (connected living-room hallway)
    (connected hallway bedroom) (connected bedroom hallway)
    (connected hallway study) (connected study hallway)
    (connected kitchen living-room) (connected living-room kitchen)
    (stands counter kitchen) (stands dining-table kitchen) (stands fridge kitchen)
    (stands cupboard kitchen) (stands sink kitchen)
    (stands coffee-table living-room) (stands chest living-room)
    (stands floor-lamp living-room) (stands radio living-room) (stands fern living-room)
    (stands nightstand bedroom) (stands wardrobe bedroom) (stands bedside-lamp bedroom)
    (stands fan bedroom) (stands bedroom-curtain bedroom)
    (stands desk study) (stands desk-lamp study) (stands cactus study)
    (stays grandma living-room)
    (on yoghurt counter) (on watering-can counter)
    (on plate dining-table) (on jacket dining-table)
    (on blue-mug coffee-table) (on atlas coffee-table)
    (on red-mug desk) (on novel nightstand)
    (in cheese fridge) (in scarf wardrobe) (in scissors cupboard)
    (is-open cupboard)
    (powered floor-lamp) (powered bedside-lamp)
    (powered fan)
    (watered cactus)
    (clean plate))
  (:goal (and (in yoghurt fridge) (watered fern))))
