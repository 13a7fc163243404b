(define (problem wrensnest_bungalow_1)
  (:domain wrensnest_bungalow)
  (:objects
    grandad nan - person
    tabby budgie - pet
    geranium aspidistra - plant
    mantel_clock hall_clock - clock
    standard_lamp bedside_lamp wireless television fan_heater - electric
    lounge_curtains bedroom_curtains - curtain
    back_door - door
    bureau sideboard - cabinet
    coffee_table draining_board armchair windowsill - surface
    blue_teacup rose_teacup - crockery
    reading_glasses sunglasses cardigan newspaper pill_box hearing_aid - personal)
  (:init
    (handempty)
    (on blue_teacup coffee_table)
    (on newspaper coffee_table)
    (on rose_teacup draining_board)
    (clean rose_teacup)
    (on reading_glasses windowsill)
    (on hearing_aid windowsill)
    (on cardigan armchair)
    (in sunglasses bureau)
    (in pill_box sideboard)
    (open sideboard)
    (open back_door)
    (running bedside_lamp)
    (running wireless)
    (drawn bedroom_curtains)
    (hungry tabby)
    (wound hall_clock)
    (thirsty geranium))
  (:goal (and (not (hungry tabby)) (has nan cardigan))))
