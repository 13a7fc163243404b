(define (problem studioflat_evening)
  (:domain studioflat)
  (:objects
    desk bed shelf worktop - surface
    wardrobe fridge guitar_case violin_case - container
    skylight - window
    sheet_music metronome headphones milk house_keys - item
    guitar violin - instrument
    plate green_cup white_cup - crockery
    desk_lamp floor_lamp - lamp
    amplifier keyboard heater - device)
  (:init
    (fits guitar guitar_case) (fits violin violin_case)
    (fits sheet_music guitar_case) (fits sheet_music violin_case)
    (fits metronome guitar_case)
    (fits guitar wardrobe) (fits violin wardrobe) (fits sheet_music wardrobe)
    (fits metronome wardrobe) (fits headphones wardrobe) (fits house_keys wardrobe)
    (fits milk fridge) (fits plate fridge) (fits green_cup fridge) (fits white_cup fridge)
    (hand_free)
    (on guitar bed) (on sheet_music bed)
    (on metronome shelf)
    (on headphones desk) (on house_keys desk) (on green_cup desk)
    (on milk worktop) (on plate worktop) (on white_cup worktop)
    (in violin violin_case)
    (open guitar_case) (open skylight)
    (plugged_in desk_lamp) (plugged_in floor_lamp) (plugged_in amplifier) (plugged_in heater)
    (switched_on desk_lamp) (switched_on amplifier)
    (tuned violin)
    (clean white_cup))
  (:goal (and (tuned guitar) (in milk fridge))))
