(define (problem terrace-house)
  (:domain terrace)
  (:objects
    hall livingroom kitchen bathroom lena_room tom_room - room
    mum dad lena tom - person
    cat rabbit - pet
    kitchen_table worktop coffee_table lena_desk tom_desk - surface
    fridge cupboard toy_box laundry_basket - container
    hall_lamp kitchen_lamp lena_lamp tom_lamp - lamp
    tv radiator - appliance
    kitchen_window bathroom_window tom_window - window
    fern cactus - plant
    red_mug blue_mug green_mug - mug
    milk butter cat_food hay - food
    tom_jumper lena_jumper - garment
    teddy - toy
    glasses - eyewear
    watering_can - can
    newspaper - reading)
  (:init
    (robot-at hall) (handempty)
    (connected hall livingroom) (connected livingroom hall)
    (connected hall kitchen) (connected kitchen hall)
    (connected hall bathroom) (connected bathroom hall)
    (connected hall lena_room) (connected lena_room hall)
    (connected hall tom_room) (connected tom_room hall)
    (room-of lena_room lena) (room-of tom_room tom)
    (person-in mum kitchen) (person-in dad livingroom)
    (person-in lena lena_room) (person-in tom tom_room)
    (pet-in cat livingroom) (pet-in rabbit lena_room)
    (fed rabbit)
    (food-for cat_food cat) (food-for hay rabbit)
    (has-sink kitchen)
    (placed kitchen_table kitchen) (placed worktop kitchen)
    (placed coffee_table livingroom)
    (placed lena_desk lena_room) (placed tom_desk tom_room)
    (placed fridge kitchen) (closable fridge)
    (placed cupboard kitchen) (closable cupboard)
    (placed toy_box lena_room) (closable toy_box) (open toy_box)
    (placed laundry_basket bathroom) (open laundry_basket)
    (placed hall_lamp hall)
    (placed kitchen_lamp kitchen) (switched-on kitchen_lamp)
    (placed lena_lamp lena_room)
    (placed tom_lamp tom_room) (switched-on tom_lamp)
    (placed tv livingroom) (switched-on tv)
    (placed radiator livingroom)
    (placed kitchen_window kitchen) (window-open kitchen_window)
    (placed bathroom_window bathroom)
    (placed tom_window tom_room) (window-open tom_window)
    (placed fern livingroom) (placed cactus hall)
    (on red_mug tom_desk) (on blue_mug coffee_table)
    (in green_mug cupboard) (clean green_mug)
    (on milk kitchen_table) (in butter fridge)
    (in cat_food cupboard) (in hay cupboard)
    (on tom_jumper tom_desk) (belongs-to tom_jumper tom)
    (on lena_jumper lena_desk) (belongs-to lena_jumper lena)
    (on teddy coffee_table) (belongs-to teddy lena)
    (on glasses worktop) (belongs-to glasses dad)
    (on watering_can worktop)
    (on newspaper coffee_table))
  (:goal (and (in milk fridge))))
