(define (problem plumtree_pair_p)
  (:domain plumtree_pair)
  (:objects
    kitchen garden - zone
    bk_door - gate
    ktable worktop gbench shed_shelf - surf
    dw1 - machine
    plate_big plate_sm glass1 - dish
    can_g - can
    secateurs basket trowel cush_y cush_r - obj
    tomato basil rose - plant
    lotte gus - person)
  (:init
    (bot_in kitchen) (grip_none)
    (joins bk_door kitchen garden) (joins bk_door garden kitchen)
    (part_of ktable kitchen) (part_of worktop kitchen) (part_of dw1 kitchen)
    (part_of gbench garden) (part_of shed_shelf garden)
    (tap_in kitchen)
    (location plate_big dw1) (dirty plate_big)
    (location plate_sm gbench) (dirty plate_sm)
    (location glass1 ktable) (location basket ktable)
    (location can_g shed_shelf) (location trowel shed_shelf)
    (location cush_y gbench) (location cush_r worktop)
    (owns gus secateurs)
    (grows tomato garden) (grows rose garden) (grows basil kitchen)
    (thirsty tomato) (thirsty rose)
    (around lotte garden) (around gus kitchen))
  (:goal (and (not (thirsty tomato)) (not (dirty plate_sm))))
)
