(define (problem twins-duplex-teatime)
  (:domain twins_duplex)
  (:objects
    robovac dishwasher dryer - appliance
    front_alarm garden_alarm - alarm
    cat hamster - pet
    kitchen_bin nappy_bin - bin
    mias_tablet leos_tablet - gadget
    nursery_blind lounge_blind - blind
    patio_door cellar_door - door
    mias_bear leos_bear fire_engine - toy
    toy_chest sofa rug - spot
    left_hand right_hand - hand)
  (:init
    (dormant dishwasher) (dormant dryer)
    (disarmed front_alarm)
    (unfed cat) (unfed hamster)
    (flat mias_tablet)
    (lowered lounge_blind)
    (bolted cellar_door)
    (sticky leos_bear) (sticky fire_engine)
    (on-spot rug mias_bear) (on-spot rug fire_engine) (on-spot sofa leos_bear)
    (on-spot sofa mias_tablet) (on-spot toy_chest leos_tablet)
    (hand-empty left_hand) (hand-empty right_hand))
  (:goal (and (dormant robovac) (not (unfed cat)))))
