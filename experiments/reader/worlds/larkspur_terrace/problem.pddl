(define (problem larkspur_terrace_evening)
  (:domain larkspur_terrace)
  (:objects
    hall kitchen front_room kids_bedroom - room
    mum dad ella ben - person
    kitchen_table sofa ellas_bed bens_bed - surface
    fridge toy_chest - chest
    hall_light reading_lamp night_light tv - electric
    front_room_curtains bedroom_curtains - curtains
    front_door - door
    ella_cup ben_cup - cup
    teddy red_bus blue_bus - toy
    ella_bag ben_bag - bag
    milk dads_glasses - item)
  (:init
    (robot-in hall)
    (hand-free)
    (leads-to hall kitchen) (leads-to kitchen hall)
    (leads-to hall front_room) (leads-to front_room hall)
    (leads-to hall kids_bedroom) (leads-to kids_bedroom hall)
    (has-tap kitchen)
    (stands-in mum kitchen) (stands-in dad front_room) (stands-in ben front_room) (stands-in ella kids_bedroom)
    (stands-in kitchen_table kitchen) (stands-in fridge kitchen)
    (stands-in sofa front_room) (stands-in tv front_room) (stands-in reading_lamp front_room) (stands-in front_room_curtains front_room)
    (stands-in ellas_bed kids_bedroom) (stands-in bens_bed kids_bedroom) (stands-in toy_chest kids_bedroom)
    (stands-in night_light kids_bedroom) (stands-in bedroom_curtains kids_bedroom)
    (stands-in hall_light hall) (stands-in front_door hall)
    (on milk kitchen_table) (on ella_cup kitchen_table) (on dads_glasses kitchen_table)
    (on ben_cup sofa) (on teddy sofa) (on ben_bag sofa)
    (on red_bus ellas_bed) (on ella_bag ellas_bed)
    (in blue_bus toy_chest)
    (open toy_chest)
    (dirty ben_cup)
    (turned-on hall_light) (turned-on tv)
    (drawn front_room_curtains))
  (:goal (and (in milk fridge))))
