(define (problem loft1) (:domain loft)
  (:objects living-room bedroom bathroom hall - room
    fridge cupboard drawer wardrobe laundry-basket - container oven - oven washing-machine - washer
    table sofa desk bookshelf windowsill bed - surface
    ceiling-lamp desk-lamp - lamp ventilator - fan
    milk bread butter pizza - food
    apple_1 apple_2 - food
    plate bowl blue_mug red_mug - dish
    towel shirt - cloth
    novel atlas - book
    fern - plant)
  (:init (robot-in hall) (free-hand)
    (stands-in fridge kitchen) (stands-in cupboard kitchen) (stands-in drawer kitchen) (stands-in oven kitchen) (stands-in counter kitchen) (stands-in table kitchen)
    (stands-in wardrobe bedroom) (stands-in bed bedroom) (stands-in desk bedroom) (stands-in desk-lamp bedroom)
    (stands-in laundry-basket bathroom) (stands-in washing-machine bathroom)
    (stands-in sofa living-room) (stands-in bookshelf living-room) (stands-in windowsill living-room) (stands-in ceiling-lamp living-room) (stands-in ventilator living-room)
    (switchable oven) (switchable washing-machine) (switchable ceiling-lamp) (switchable desk-lamp) (switchable ventilator)
    (switched-on ceiling-lamp) (switched-on ventilator)
    (open wardrobe) (open laundry-basket)
    (washable plate) (washable bowl) (washable blue_mug) (washable red_mug) (washable towel) (washable shirt)
    (dirty plate) (dirty blue_mug) (dirty shirt) (dirty towel)
    (in milk fridge) (in butter fridge) (on bread counter) (on pizza table) (on apple_1 table) (on apple_2 counter)
    (on plate table) (in bowl cupboard) (on blue_mug desk) (in red_mug cupboard)
    (on towel bed) (on shirt sofa) (on novel sofa) (on atlas desk) (on fern windowsill))
  (:goal (and)))
