(define (problem officeflat-tuesday)
  (:domain officeflat)
  (:objects
    corridor study den kitchen lounge balcony - room
    priya jonas - person
    study_door den_door balcony_door - door
    study_blind den_blind lounge_blind - blind
    study_lamp den_lamp lounge_lamp - lamp
    monitor1 monitor2 - monitor
    printer coffee_machine heater fan - machine
    fridge dishwasher drawer cabinet - storage
    study_whiteboard den_whiteboard - whiteboard
    laptop1 laptop2 headset1 headset2 - gadget
    green_mug orange_mug - mug
    contract notebook - paper
    oat_milk sandwich - food
    wiping_cloth - cloth
    parcel umbrella - thing)
  (:init
    (robot-at corridor) (arm-free)
    (passage corridor kitchen) (passage kitchen corridor)
    (passage corridor lounge) (passage lounge corridor)
    (door-between study_door corridor study) (door-between study_door study corridor)
    (door-between den_door corridor den) (door-between den_door den corridor)
    (door-between balcony_door lounge balcony) (door-between balcony_door balcony lounge)
    (door-open study_door) (door-open den_door)
    (has-socket study) (has-socket den) (has-socket kitchen) (has-socket lounge)
    (person-at priya study) (office-of study priya)
    (person-at jonas den) (office-of den jonas)
    (installed-in study_blind study) (raised study_blind)
    (installed-in den_blind den)
    (installed-in lounge_blind lounge) (raised lounge_blind)
    (installed-in study_lamp study)
    (installed-in den_lamp den) (powered den_lamp)
    (installed-in lounge_lamp lounge)
    (installed-in monitor1 study) (powered monitor1)
    (installed-in monitor2 den) (powered monitor2)
    (installed-in printer corridor)
    (installed-in coffee_machine kitchen) (powered coffee_machine)
    (installed-in heater study)
    (installed-in fan den)
    (installed-in fridge kitchen) (installed-in dishwasher kitchen)
    (installed-in drawer study) (installed-in cabinet corridor)
    (installed-in study_whiteboard study) (written-on study_whiteboard)
    (installed-in den_whiteboard den)
    (owner laptop1 priya) (located laptop1 study)
    (owner laptop2 jonas) (located laptop2 lounge) (charging laptop2)
    (owner headset1 jonas) (located headset1 kitchen)
    (owner headset2 priya) (stored-in headset2 drawer)
    (located green_mug den) (located orange_mug study)
    (located contract lounge) (located notebook study)
    (located oat_milk kitchen)
    (stored-in sandwich fridge) (owner sandwich jonas)
    (stored-in wiping_cloth cabinet)
    (located parcel corridor)
    (located umbrella balcony))
  (:goal (and (stored-in oat_milk fridge))))
