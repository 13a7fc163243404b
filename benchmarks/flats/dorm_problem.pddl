(define (problem dorm-evening)
  (:domain dorm)
  (:objects
    bedroom kitchen - area
    desk windowsill counter - surface
    bed - bed
    fridge cupboard wardrobe backpack - container
    window door - openable
    milk cheese textbook hoodie - item
    red-mug blue-mug plate pan - dish
    cactus - plant
    desk-lamp bedside-lamp kettle hotplate - appliance)
  (:init
    (robot-in bedroom) (hand-empty)
    (located desk bedroom) (located windowsill bedroom) (located bed bedroom)
    (located wardrobe bedroom) (located backpack bedroom) (located window bedroom)
    (located desk-lamp bedroom) (located bedside-lamp bedroom)
    (located counter kitchen) (located fridge kitchen) (located cupboard kitchen)
    (located kettle kitchen) (located hotplate kitchen)
    (located door bedroom) (located door kitchen)
    (joins door bedroom kitchen) (joins door kitchen bedroom)
    (has-sink kitchen)
    (on textbook desk) (on red-mug desk) (on plate desk)
    (on hoodie bed) (on cactus windowsill)
    (on milk counter) (on blue-mug counter) (on pan counter)
    (in cheese fridge)
    (open window) (open door) (open wardrobe)
    (switched-on kettle) (switched-on hotplate)
    (dirty red-mug) (dirty plate) (dirty pan))
  (:goal (in milk fridge)))
