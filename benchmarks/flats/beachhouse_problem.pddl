(define (problem beachhouse-noon)
  (:domain beachhouse)
  (:objects
    veranda kitchen bedroom bathroom - room
    deck-table kitchen-shelf bed - spot
    beach-bag cool-box - bag
    sunscreen snorkel paperback sunhat - item
    lemonade watermelon sandwich - food
    striped-towel green-towel - towel
    front-door back-door - door
    kitchen-shutter bedroom-shutter - shutter
    fan radio lantern - device)
  (:init
    (robot-at veranda) (gripper-free)
    (spot-at deck-table veranda)
    (spot-at kitchen-shelf kitchen)
    (spot-at bed bedroom)
    (bag-at beach-bag bedroom)
    (bag-at cool-box kitchen)
    (door-at front-door veranda)
    (door-at back-door kitchen)
    (shutter-at kitchen-shutter kitchen)
    (shutter-at bedroom-shutter bedroom)
    (device-at fan bedroom)
    (device-at radio kitchen)
    (device-at lantern veranda)
    (has-clothesline veranda)
    (has-shower bathroom)
    (placed lemonade kitchen-shelf)
    (placed sunscreen kitchen-shelf)
    (placed snorkel bed)
    (placed green-towel bed)
    (placed paperback deck-table)
    (placed sandwich deck-table)
    (placed striped-towel deck-table)
    (packed watermelon cool-box)
    (packed sunhat beach-bag)
    (wet striped-towel)
    (wet green-towel)
    (shut kitchen-shutter)
    (switched-on fan))
  (:goal (and (packed lemonade cool-box))))
