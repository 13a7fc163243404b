(define (problem cornerflat-1)
  (:domain cornerflat)
  (:objects
    kitchen lounge leos_room - room
    mum leo - person
    gerald - tortoise
    blue_mug striped_mug cereal_bowl - dish
    lettuce - food
    milk school_bag headphones maths_book door_keys grey_hoodie - item
    kitchen_table coffee_table sofa leos_desk leos_bed - surface
    fridge dishwasher vivarium washing_machine - container
    kitchen_window leos_window balcony_door - opening
    heat_lamp desk_lamp floor_lamp tv games_console kettle - device)
  (:init
    (in-room kitchen_table kitchen) (in-room fridge kitchen) (in-room dishwasher kitchen)
    (in-room washing_machine kitchen) (in-room kitchen_window kitchen) (in-room kettle kitchen)
    (in-room coffee_table lounge) (in-room sofa lounge) (in-room vivarium lounge)
    (in-room balcony_door lounge) (in-room heat_lamp lounge) (in-room floor_lamp lounge) (in-room tv lounge)
    (in-room leos_desk leos_room) (in-room leos_bed leos_room) (in-room leos_window leos_room)
    (in-room desk_lamp leos_room) (in-room games_console leos_room)
    (openable fridge) (openable dishwasher) (openable vivarium) (openable washing_machine)
    (openable kitchen_window) (openable leos_window) (openable balcony_door) (lockable balcony_door)
    (switchable heat_lamp) (switchable desk_lamp) (switchable floor_lamp) (switchable tv)
    (switchable games_console) (switchable kettle) (switchable washing_machine) (switchable dishwasher)
    (hand-empty)
    (in gerald vivarium) (in lettuce fridge)
    (on blue_mug leos_desk) (on striped_mug kitchen_table) (on cereal_bowl coffee_table)
    (on milk kitchen_table) (on door_keys kitchen_table)
    (on school_bag sofa) (on maths_book coffee_table)
    (on headphones leos_bed) (on grey_hoodie leos_bed)
    (dirty blue_mug) (dirty cereal_bowl) (dirty coffee_table)
    (open leos_window) (open vivarium) (open washing_machine)
    (turned-on heat_lamp) (turned-on desk_lamp) (turned-on tv) (turned-on games_console))
  (:goal (and (fed gerald))))
