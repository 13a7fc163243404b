(define (problem townhouse_1)
  (:domain townhouse)
  (:objects
    kitchen hall livingroom nursery - room
    counter sofa changing_table - surface
    fridge drawer toybox - container
    dishwasher - machine
    lamp_hall lamp_nursery - light
    door_front - door
    plate cup_red cup_blue bottle - dish
    milk - food
    teddy - toy)
  (:init
    (robot_at hall) (handempty)
    (located counter kitchen) (located fridge kitchen) (located drawer kitchen) (located dishwasher kitchen)
    (located sofa livingroom)
    (located toybox nursery) (located changing_table nursery) (located lamp_nursery nursery)
    (located lamp_hall hall) (located door_front hall)
    (on milk counter) (on cup_blue counter)
    (on plate sofa) (on cup_red sofa) (on teddy sofa)
    (in bottle fridge)
    (opened drawer) (opened toybox)
    (locked door_front)
    (switched_on lamp_hall) (switched_on lamp_nursery)
    (washed bottle))
  (:goal (and)))
