(define (problem bulli_camper-1) (:domain bulli_camper)
  (:objects left_hand right_hand - hand
    overhead_locker bench_locker - locker
    galley_top rear_rack - openbay
    red_chair blue_chair big_thermos small_thermos atlas torch frisbee - gear
    driver_seat passenger_seat - seat
    windscreen_blind side_blind rear_blind - blind
    fridge diesel_heater - appliance
    cabin_lamp roof_bed_lamp - light
    gas_valve water_valve - valve)
  (:init (unburdened left_hand) (unburdened right_hand)
    (lockable overhead_locker) (lockable bench_locker) (latched overhead_locker)
    (in-bay small_thermos overhead_locker) (in-bay frisbee overhead_locker)
    (in-bay blue_chair bench_locker) (in-bay torch bench_locker)
    (in-bay big_thermos galley_top) (in-bay atlas galley_top) (in-bay red_chair rear_rack)
    (facing-rear driver_seat) (lowered windscreen_blind) (lowered side_blind)
    (running fridge) (running cabin_lamp) (flowing gas_valve) (roof-raised))
  (:goal (and (latched bench_locker) (not (roof-raised)))))
