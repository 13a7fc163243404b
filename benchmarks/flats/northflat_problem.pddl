(define (problem northflat-saturday)
  (:domain northflat)
  (:objects
    robo - robot
    kitchen lounge bathroom priya_room tom_room jules_room - room
    kitchen_counter sofa priya_desk tom_desk jules_desk - surface
    fridge oven washing_machine - container
    kitchen_bin - bin
    kitchen_sink - sink
    bathroom_window lounge_window - window
    priya_blind tom_blind - blind
    tv tom_speaker priya_lamp jules_lamp - device
    frying_pan red_plate blue_plate - dish
    laptop phone - gadget
    pizza_box oat_milk cow_milk hoodie textbook - item)
  (:init
    (at robo kitchen) (hand-empty robo)
    (at kitchen_counter kitchen) (at fridge kitchen) (at oven kitchen) (at washing_machine kitchen)
    (at kitchen_bin kitchen) (at kitchen_sink kitchen)
    (at sofa lounge) (at tv lounge) (at lounge_window lounge)
    (at bathroom_window bathroom)
    (at priya_desk priya_room) (at priya_blind priya_room) (at priya_lamp priya_room)
    (at tom_desk tom_room) (at tom_blind tom_room) (at tom_speaker tom_room)
    (at jules_desk jules_room) (at jules_lamp jules_room)
    (on frying_pan kitchen_counter) (on oat_milk kitchen_counter)
    (in cow_milk fridge)
    (on pizza_box sofa) (on laptop sofa) (on hoodie sofa)
    (on phone tom_desk) (on red_plate tom_desk)
    (on blue_plate jules_desk) (on textbook priya_desk)
    (dirty frying_pan) (dirty red_plate) (dirty blue_plate)
    (switchable tv) (switchable tom_speaker) (switchable priya_lamp) (switchable jules_lamp)
    (switchable oven) (switchable washing_machine)
    (turned-on oven) (turned-on tv) (turned-on tom_speaker) (turned-on priya_lamp)
    (open washing_machine) (open kitchen_bin) (open bathroom_window)
    (full kitchen_bin)
    (lowered tom_blind)
    (dusty lounge) (dusty tom_room))
  (:goal (and (in oat_milk fridge))))
