; Monday morning: two tanks are full, one pump runs, and the main alarm is armed.
(define (problem monday-morning)
  (:domain plant)
  (:objects
    feed_pump coolant_pump backup_pump - pump
    main_mixer - mixer
    acid_tank water_tank storage_tank - tank
    inlet_valve outlet_valve relief_valve - valve
    north_hatch south_hatch - hatch
    upper_flange lower_flange - flange
    main_alarm fire_alarm - alarm)
  (:init
    (running coolant_pump)
    (open inlet_valve) (locked south_hatch) (locked relief_valve)
    (pressurized acid_tank)
    (full acid_tank) (full water_tank)
    (hot water_tank)
    (dirty storage_tank) (dirty acid_tank)
    (tight upper_flange)
    (armed main_alarm)
    (connected coolant_pump water_tank))
  (:goal (and (not (full acid_tank)) (not (dirty acid_tank)) (not (running coolant_pump)))))
