(define (problem rooftop-1)
  (:domain rooftop)
  (:objects
    hall kitchen living_room bedroom bathroom terrace - room
    nora emil - person
    kitchen_table coffee_table garden_table nightstand hall_shelf - surface
    fridge cupboard wardrobe chest - container
    kitchen_window bedroom_window living_room_window skylight - window
    parasol - sunshade
    kitchen_lamp bedside_lamp floor_lamp string_lights - lamp
    radio fan - appliance
    tomato_plant basil fern - plant
    mimi - pet
    red_mug blue_mug teapot - dish
    milk butter - food
    cat_food - petfood
    nora_jacket emil_jacket - garment
    green_cushion yellow_cushion - cushion
    watering_can - can
    keys - trinket)
  (:init
    (robot-at hall) (hand-free)
    (adjacent hall kitchen) (adjacent kitchen hall)
    (adjacent hall living_room) (adjacent living_room hall)
    (adjacent hall bedroom) (adjacent bedroom hall)
    (adjacent hall bathroom) (adjacent bathroom hall)
    (adjacent living_room terrace) (adjacent terrace living_room)
    (has-tap kitchen) (has-tap bathroom)
    (in-room nora living_room) (in-room emil bedroom) (in-room mimi living_room)
    (in-room kitchen_table kitchen) (in-room coffee_table living_room)
    (in-room garden_table terrace) (in-room nightstand bedroom) (in-room hall_shelf hall)
    (in-room fridge kitchen) (in-room cupboard kitchen) (in-room wardrobe bedroom) (in-room chest terrace)
    (in-room kitchen_window kitchen) (in-room bedroom_window bedroom)
    (in-room living_room_window living_room) (in-room skylight bathroom)
    (in-room parasol terrace)
    (in-room kitchen_lamp kitchen) (in-room bedside_lamp bedroom)
    (in-room floor_lamp living_room) (in-room string_lights terrace)
    (in-room radio living_room) (in-room fan bedroom)
    (in-room tomato_plant terrace) (in-room basil kitchen) (in-room fern living_room)
    (belongs-to red_mug emil) (belongs-to blue_mug nora)
    (belongs-to emil_jacket emil) (belongs-to nora_jacket nora) (belongs-to keys emil)
    (on milk kitchen_table) (on teapot kitchen_table)
    (on red_mug coffee_table) (on yellow_cushion coffee_table)
    (on blue_mug garden_table) (on nora_jacket garden_table) (on green_cushion garden_table)
    (on emil_jacket hall_shelf) (on watering_can hall_shelf)
    (on keys nightstand)
    (inside butter fridge) (inside cat_food cupboard)
    (open kitchen_window) (open bedroom_window) (open wardrobe) (open parasol)
    (switched-on kitchen_lamp) (switched-on bedside_lamp) (switched-on radio)
    (clean teapot)
    (wiped coffee_table) (wiped nightstand) (wiped hall_shelf)
    (watered basil))
  (:goal (and (inside milk fridge) (not (open fridge)))))
