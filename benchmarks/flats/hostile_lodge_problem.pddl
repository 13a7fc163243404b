(define (problem hostile_lodge_evening)
  (:domain hostile_lodge)
  (:objects
    hall kitchen lounge bedroom bathroom cellar - room
    hall-lamp floor-lamp bedside-lamp radio heater - appliance
    kitchen-window bedroom-window - window
    fridge cupboard wardrobe chest safe - storage
    counter sink coffee-table bench bed - surface
    red-mug blue-mug plate bowl - dish
    milk cheese novel scarf skis passport wool-blanket fleece-blanket - item)
  (:init
    (robot-at hall)
    (hand-free)
    ; nothing leads down to the cellar any more
    (connected hall kitchen) (connected kitchen hall)
    (connected hall lounge) (connected lounge hall)
    (connected hall bedroom) (connected bedroom hall)
    (connected bedroom bathroom) (connected bathroom bedroom)
    (located hall-lamp hall) (located bench hall)
    (located fridge kitchen) (located cupboard kitchen) (located counter kitchen)
    (located sink kitchen) (located kitchen-window kitchen)
    (located floor-lamp lounge) (located radio lounge) (located coffee-table lounge)
    (located chest lounge) (located safe lounge)
    (located bed bedroom) (located wardrobe bedroom) (located bedside-lamp bedroom)
    (located bedroom-window bedroom)
    (located heater bathroom)
    (washbasin sink)
    (locked safe)
    (open kitchen-window) (open wardrobe)
    (switched-on hall-lamp) (switched-on radio)
    (on red-mug coffee-table) (on novel coffee-table)
    (on blue-mug counter) (on bowl counter) (on milk counter)
    (on plate sink)
    (on scarf bench) (on skis bench)
    (on wool-blanket bed)
    (in cheese fridge) (in fleece-blanket chest) (in passport safe)
    (clean blue-mug) (clean bowl))
  (:goal (and (in milk fridge) (clean plate) (not (switched-on radio)))))
