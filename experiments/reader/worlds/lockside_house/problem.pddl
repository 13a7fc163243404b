(define (problem lockkeepers_house_1)
  (:domain lockside_house)
  (:objects
    kitchen parlour loft - room
    kitchen_blind parlour_blind awning - cover
    wireless telly cuckoo_clock - noisemaker
    range parlour_stove loft_radiator - heater
    armchair bench stool - seat
    sea_chest cupboard - locker
    knitting red_cushion green_cushion cat_blanket lantern - item)
  (:init
    (robot_in kitchen)
    (linked kitchen parlour) (linked parlour kitchen) (linked parlour loft) (linked loft parlour)
    (sited kitchen_blind kitchen) (sited parlour_blind parlour) (sited awning parlour)
    (sited wireless kitchen) (sited telly parlour) (sited cuckoo_clock loft)
    (sited range kitchen) (sited parlour_stove parlour) (sited loft_radiator loft)
    (sited armchair parlour) (sited bench kitchen) (sited stool kitchen)
    (sited sea_chest loft) (sited cupboard parlour)
    (furled kitchen_blind)
    (mute wireless)
    (cold parlour_stove)
    (seats armchair knitting) (seats bench red_cushion) (vacant stool)
    (stowed green_cushion sea_chest) (stowed cat_blanket sea_chest) (stowed lantern cupboard)
    (barred sea_chest)
    (empty_handed))
  (:goal (and (mute telly) (furled awning))))
