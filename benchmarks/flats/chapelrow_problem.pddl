(define (problem chapelrow_day)
  (:domain chapelrow)
  (:objects
    hall kitchen front_room bathroom nans_room kids_room - room
    nan ellie - person
    kitchen_table coffee_table bedside_table - surface
    fridge cupboard medicine_cabinet toy_box - container
    front_door back_door - door
    kettle - kettle
    telly - television
    front_lamp nans_lamp kids_lamp - lamp
    nans_mug dads_mug - mug
    dinosaur_book bear_book - book
    milk tablets glasses teddy - item)
  (:init
    (robot_at hall)
    (hand_empty)
    (connected hall kitchen) (connected kitchen hall)
    (connected hall front_room) (connected front_room hall)
    (connected hall bathroom) (connected bathroom hall)
    (connected hall nans_room) (connected nans_room hall)
    (connected hall kids_room) (connected kids_room hall)
    (person_in nan nans_room)
    (person_in ellie kids_room)
    (has_sink kitchen)
    (located kitchen_table kitchen)
    (located coffee_table front_room)
    (located bedside_table nans_room)
    (located fridge kitchen)
    (located cupboard kitchen)
    (located medicine_cabinet bathroom)
    (located toy_box kids_room)
    (located front_door hall)
    (located back_door kitchen)
    (located kettle kitchen)
    (located telly front_room)
    (located front_lamp front_room)
    (located nans_lamp nans_room)
    (located kids_lamp kids_room)
    (has_lock front_door) (has_lock back_door) (has_lock medicine_cabinet)
    (locked front_door)
    (locked medicine_cabinet)
    (open back_door)
    (switched_on telly)
    (switched_on nans_lamp)
    (on milk kitchen_table)
    (on dinosaur_book kitchen_table)
    (on bear_book coffee_table)
    (on glasses coffee_table)
    (on dads_mug coffee_table)
    (on nans_mug bedside_table)
    (in tablets medicine_cabinet)
    (in teddy toy_box))
  (:goal (and (in milk fridge))))
