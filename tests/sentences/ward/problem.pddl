; Evening on the ward: two patients sleep, the cabinets are locked, three lamps burn.
(define (problem evening-round)
  (:domain ward)
  (:objects
    mrs_hill mr_novak mr_stone - patient
    aspirin morphine insulin - medicine
    window_bed door_bed corner_bed - bed
    ward_door bathroom_door balcony_door - door
    medicine_cabinet linen_cabinet - cabinet
    night_lamp ceiling_lamp reading_lamp - lamp
    heart_monitor oxygen_monitor - monitor
    food_trolley linen_trolley - trolley
    corridor day_room sick_room - room)
  (:init
    (hands-free)
    (stored aspirin medicine_cabinet) (stored morphine medicine_cabinet) (stored insulin medicine_cabinet)
    (locked medicine_cabinet) (locked balcony_door) (open ward_door)
    (on night_lamp) (on ceiling_lamp) (on reading_lamp) (on oxygen_monitor)
    (asleep mr_novak) (asleep mr_stone)
    (allergic mrs_hill aspirin) (allergic mr_stone morphine)
    (lies-in mrs_hill window_bed) (lies-in mr_novak door_bed) (lies-in mr_stone corner_bed)
    (raised corner_bed)
    (clean linen_trolley)
    (at food_trolley corridor) (at linen_trolley corridor))
  (:goal (and (given insulin mr_novak) (checked mrs_hill) (locked medicine_cabinet) (not (on ceiling_lamp)))))
