; A Saturday in February: the snowcat is warm already, and three people are waiting on the mountain.
(define (problem saturday-callout)
  (:domain mountain-rescue)
  (:objects
    red_helicopter yellow_helicopter - helicopter
    land_rover snowcat - ground-vehicle
    greta ivan tomas - rescuer
    skier hiker climber - casualty
    stretcher rope_bag oxygen_kit defibrillator - kit)
  (:init
    (engine-on snowcat)
    (fuelled snowcat) (fuelled red_helicopter) (fuelled yellow_helicopter)
    (aboard greta land_rover)
    (briefed ivan)
    (stowed oxygen_kit red_helicopter)
    (checked rope_bag))
  (:goal (and)))
