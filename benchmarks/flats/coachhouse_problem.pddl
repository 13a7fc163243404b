(define (problem coachhouse-day)
  (:domain coachhouse)
  (:objects
    kitchen living_room kids_room loft - room
    kitchen_table coffee_table desk - surface
    fridge cupboard toy_chest - container
    washing_machine - washer
    standing_lamp desk_lamp bedside_lamp - lamp
    kitchen_blind loft_blind - blind
    front_door stable_door - door
    blue_mug green_mug - mug
    lily_lunchbox oscar_lunchbox - lunchbox
    football_shirt school_jumper - clothing
    teddy - toy
    milk - drink
    mum dad lily oscar - person)
  (:init
    (robot-in kitchen) (hand-free)
    (next-to kitchen living_room) (next-to living_room kitchen)
    (next-to living_room kids_room) (next-to kids_room living_room)
    (next-to living_room loft) (next-to loft living_room)
    (sink-in kitchen)
    (fixed-in kitchen_table kitchen) (fixed-in coffee_table living_room) (fixed-in desk kids_room)
    (fixed-in fridge kitchen) (fixed-in cupboard kitchen) (fixed-in washing_machine kitchen)
    (fixed-in toy_chest kids_room)
    (fixed-in standing_lamp living_room) (fixed-in desk_lamp kids_room) (fixed-in bedside_lamp loft)
    (fixed-in kitchen_blind kitchen) (fixed-in loft_blind loft)
    (fixed-in front_door living_room) (fixed-in stable_door kitchen)
    (person-in mum kitchen) (person-in dad living_room)
    (person-in lily kids_room) (person-in oscar kids_room)
    (on milk kitchen_table) (on teddy kitchen_table)
    (on blue_mug coffee_table) (on football_shirt coffee_table)
    (on oscar_lunchbox desk)
    (in lily_lunchbox fridge) (in green_mug cupboard) (in school_jumper washing_machine)
    (open toy_chest) (open washing_machine)
    (lit standing_lamp)
    (lowered loft_blind)
    (locked front_door)
    (clean green_mug) (clean lily_lunchbox))
  (:goal (and (in milk fridge))))
