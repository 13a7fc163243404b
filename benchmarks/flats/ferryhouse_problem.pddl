(define (problem ferryhouse-evening)
  (:domain ferryhouse)
  (:objects
    kitchen lounge bedroom porch - room
    worktop dining_table nightstand hallstand - surface
    fridge wardrobe - container
    lounge_window bedroom_window - window
    front_door - door
    floor_lamp reading_lamp - lamp
    fern - plant
    red_mug blue_mug - mug
    plate - dish
    kettle - boiler
    milk - food
    umbrella - gear
    novel atlas - book)
  (:init
    (robot-at lounge) (hand-empty) (has-sink kitchen)
    (joined kitchen lounge) (joined lounge kitchen)
    (joined lounge bedroom) (joined bedroom lounge)
    (joined lounge porch) (joined porch lounge)
    (stands worktop kitchen) (stands fridge kitchen)
    (stands dining_table lounge) (stands lounge_window lounge) (stands floor_lamp lounge)
    (stands nightstand bedroom) (stands wardrobe bedroom) (stands bedroom_window bedroom) (stands reading_lamp bedroom)
    (stands hallstand porch) (stands front_door porch) (stands fern porch)
    (on red_mug dining_table) (on blue_mug nightstand) (on plate worktop) (on kettle worktop)
    (on milk worktop) (on novel nightstand) (on atlas dining_table)
    (inside umbrella wardrobe)
    (lit floor_lamp) (lit reading_lamp)
    (grimy red_mug) (grimy plate) (thirsty fern))
  (:goal (and (locked front_door))))
