(define (problem doctor_vels_house_surgery_hours)
  (:domain doctor_vels_house)
  (:objects
    desk waiting_table trolley mantelpiece - top
    medicine_cabinet instrument_drawer doctors_bag - container
    front_door surgery_door - door
    desk_lamp waiting_lamp gas_fire radio - electric
    surgery_blind waiting_blind - blind
    grandfather_clock - clock
    dr_vel mrs_kohl tim - person
    kidney_dish scissors thermometer - instrument
    water_jug tumbler - vessel
    toy_train toy_duck - toy
    magazine_gardens magazine_cars - reading
    pill_box cough_syrup - medicine)
  (:init
    (nothing-in-hand)
    (lying-on kidney_dish trolley) (lying-on scissors trolley)
    (lying-on thermometer desk) (lying-on cough_syrup desk)
    (lying-on water_jug waiting_table) (lying-on tumbler waiting_table)
    (lying-on magazine_gardens waiting_table) (lying-on toy_duck waiting_table)
    (lying-on magazine_cars mantelpiece) (lying-on toy_train mantelpiece)
    (inside medicine_cabinet pill_box)
    (ajar surgery_door) (ajar instrument_drawer)
    (unlocked surgery_door) (unlocked instrument_drawer) (unlocked doctors_bag)
    (keyed front_door) (keyed surgery_door) (keyed medicine_cabinet)
    (switched-on gas_fire) (switched-on desk_lamp)
    (lowered surgery_blind)
    (clean thermometer) (clean water_jug) (clean tumbler))
  (:goal (and (unlocked front_door) (full water_jug))))
