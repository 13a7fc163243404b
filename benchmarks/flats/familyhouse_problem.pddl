(define (problem familyhouse-evening)
  (:domain familyhouse)
  (:objects
    kitchen laundry-room childrens-room - room
    kitchen-table desk - surface
    fridge toybox laundry-basket - container
    dishwasher washing-machine dryer - appliance
    milk lunchbox - item
    teddy red-car blue-car - toy
    plate bowl mug - dish
    mias-sweater toms-sweater pajamas - clothing
    kitchen-lamp night-light - lamp)
  (:init
    (robot-in kitchen)
    (hand-empty)
    (located kitchen-table kitchen)
    (located fridge kitchen)
    (located dishwasher kitchen)
    (located kitchen-lamp kitchen)
    (located laundry-basket laundry-room)
    (located washing-machine laundry-room)
    (located dryer laundry-room)
    (located desk childrens-room)
    (located toybox childrens-room)
    (located night-light childrens-room)
    (has-door fridge)
    (has-door toybox)
    (has-door dishwasher)
    (has-door washing-machine)
    (has-door dryer)
    (washes-dishes dishwasher)
    (washes-clothes washing-machine)
    (dries-clothes dryer)
    (on milk kitchen-table)
    (on plate kitchen-table)
    (on bowl kitchen-table)
    (on teddy kitchen-table)
    (on lunchbox desk)
    (on mug desk)
    (on red-car desk)
    (on toms-sweater desk)
    (in blue-car toybox)
    (in mias-sweater laundry-basket)
    (in pajamas dryer)
    (wet pajamas)
    (clean pajamas)
    (clean desk)
    (open laundry-basket)
    (open dishwasher)
    (running dryer)
    (lit kitchen-lamp))
  (:goal (and (in milk fridge))))
