(define (problem pennywhistle_end_morning)
  (:domain pennywhistle_end)
  (:objects
    settle kitchen_table sideboard - surface
    hall_chest dresser_drawer - box
    attic_window scullery_window - window
    back_door - door
    green_can - can
    tinned_fish - fish_tin
    bowl_blue bowl_spotted jug - crockery
    storybook atlas - book
    scarf chess_set umbrella - thing
    pudding - cat
    rook - dog
    fern geranium ivy - plant
    box_bed truckle_bed - bed
    brass_lamp tall_lamp night_lamp - lamp
    agnes wilf - person)
  (:init
    (hands-empty)
    (sits-on green_can sideboard) (sits-on tinned_fish kitchen_table)
    (sits-on bowl_blue kitchen_table) (sits-on bowl_spotted kitchen_table) (sits-on jug sideboard)
    (sits-on storybook settle) (sits-on atlas settle) (sits-on scarf settle)
    (stowed-in chess_set hall_chest) (stowed-in umbrella hall_chest)
    (shut hall_chest) (shut attic_window)
    (hungry pudding) (hungry rook)
    (thirsty fern) (thirsty ivy)
    (unmade box_bed) (unmade truckle_bed)
    (glowing brass_lamp) (glowing tall_lamp)
    (soiled bowl_blue) (soiled jug))
  (:goal (and (not (hungry rook)) (shut back_door)))
)
