; Early shift: yellow flag up, the pier zone closed, Piet still on his break.
(define (problem early-shift)
  (:domain lifeguard)
  (:objects
    nadia tom piet - guard
    main_tower pier_post first_aid_hut - post
    red_flag yellow_flag purple_flag - flag
    inshore_boat rubber_boat - boat
    paddle_board - craft
    north_zone pier_zone paddling_zone - zone
    defibrillator oxygen_bag - kit)
  (:init
    (at nadia main_tower) (at tom pier_post) (at piet first_aid_hut)
    (on-break piet)
    (raised yellow_flag)
    (afloat paddle_board)
    (fuelled rubber_boat)
    (closed pier_zone)
    (checked defibrillator))
  (:goal (and (scanned pier_zone) (not (closed pier_zone)) (checked oxygen_bag) (fuelled inshore_boat))))
