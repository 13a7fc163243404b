(define (problem twins_playroom-1)
  (:domain twins_playroom)
  (:objects
    teddy_brown teddy_white - teddy
    ball_red ball_green - ball
    car train - vehicle
    doll blocks - toy
    toy_chest drawer_top drawer_bottom - box
    rug window_seat - spot
    bunk_upper bunk_lower - bunk
    left right - arm
    goldfish hamster - pet
    radio music_box - sounder
    playroom_floor landing_floor - floor)
  (:init
    (lies-on rug teddy_brown) (lies-on rug ball_red) (lies-on rug train)
    (lies-on bunk_upper teddy_white) (lies-on window_seat doll)
    (contains toy_chest ball_green) (contains toy_chest blocks)
    (contains drawer_top car)
    (shut toy_chest) (shut drawer_top)
    (made bunk_lower) (playing radio))
  (:goal (and (contains toy_chest train) (fed hamster))))
