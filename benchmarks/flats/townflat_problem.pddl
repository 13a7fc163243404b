(define (problem townflat-1)
  (:domain townflat)
  (:objects
    hall kitchen living_room bedroom balcony - room
    hall_shelf kitchen_counter coffee_table nightstand balcony_table - surface
    fridge cupboard - receptacle
    balcony_door bedroom_window - portal
    living_room_lamp bedroom_lamp coffee_machine - device
    milk novel house_keys mug_red mug_blue geranium - item
    minka - cat
    resident - person)
  (:init
    (robot-at hall) (gripper-free)
    (adjacent hall kitchen) (adjacent kitchen hall)
    (adjacent hall living_room) (adjacent living_room hall)
    (adjacent hall bedroom) (adjacent bedroom hall)
    (portal-between balcony_door living_room balcony)
    (portal-between balcony_door balcony living_room)
    (fixture-in hall_shelf hall)
    (fixture-in kitchen_counter kitchen) (fixture-in fridge kitchen) (fixture-in cupboard kitchen)
    (fixture-in coffee_table living_room)
    (fixture-in nightstand bedroom) (fixture-in bedroom_window bedroom)
    (fixture-in balcony_table balcony)
    (fixture-in balcony_door living_room) (fixture-in balcony_door balcony)
    (device-in living_room_lamp living_room)
    (device-in bedroom_lamp bedroom)
    (device-in coffee_machine kitchen)
    (person-in resident living_room)
    (has-sink kitchen)
    (is-washable mug_red) (is-washable mug_blue)
    (is-plant geranium)
    (item-at milk kitchen_counter)
    (item-at novel nightstand)
    (item-at house_keys hall_shelf)
    (item-at mug_red coffee_table)
    (item-at mug_blue cupboard)
    (item-at geranium balcony_table)
    (is-clean mug_blue)
    (is-open bedroom_window)
    (powered living_room_lamp) (powered bedroom_lamp)
    (pet-at minka bedroom))
  (:goal (and (item-at milk fridge))))
