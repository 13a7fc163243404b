(define (problem corridorflat_day)
  (:domain corridorflat)
  (:objects
    corridor kitchen living_room bathroom bedroom - room
    fridge oven washing_machine kitchen_drawer bedroom_drawer - storage
    kitchen_table coffee_table bathroom_shelf - surface
    kitchen_window bedroom_window - window
    corridor_lamp bedside_lamp radio - device
    red_cup blue_cup dinner_plate cake_plate - dish
    bath_towel hand_towel - towel
    fern - plant)
  (:init
    (connected corridor kitchen) (connected kitchen corridor)
    (connected corridor living_room) (connected living_room corridor)
    (connected corridor bathroom) (connected bathroom corridor)
    (connected corridor bedroom) (connected bedroom corridor)
    (in_room fridge kitchen) (in_room oven kitchen) (in_room kitchen_drawer kitchen)
    (in_room kitchen_table kitchen) (in_room kitchen_window kitchen)
    (in_room coffee_table living_room) (in_room radio living_room)
    (in_room washing_machine bathroom) (in_room bathroom_shelf bathroom)
    (in_room bedroom_drawer bedroom) (in_room bedroom_window bedroom) (in_room bedside_lamp bedroom)
    (in_room corridor_lamp corridor)
    (machine oven) (machine washing_machine) (washer washing_machine)
    (has_sink kitchen)
    (robot_at corridor) (hand_empty)
    (on red_cup coffee_table) (in blue_cup kitchen_drawer)
    (on dinner_plate kitchen_table) (on cake_plate kitchen_table)
    (on bath_towel bathroom_shelf) (in hand_towel bedroom_drawer)
    (on fern coffee_table)
    (clean blue_cup) (clean cake_plate) (clean hand_towel)
    (open kitchen_window) (open kitchen_drawer) (open washing_machine)
    (switched_on corridor_lamp) (switched_on radio))
  (:goal (and (watered fern) (not (open kitchen_window))))
)
