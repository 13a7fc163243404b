(define (problem vanlife-1) (:domain vanlife)
 (:objects tin_mug enamel_mug frying_pan - tableware  rain_jacket sleeping_bag road_map - gear
  counter driver_seat ground_outside - spot  overhead_locker cool_box - locker
  roof_hatch sliding_door rear_door - hatch  cabin_lamp reading_led cooker_unit - device
  bed_platform canopy - furniture  fresh_tank grey_tank - tank)
 (:init (at tin_mug counter) (at enamel_mug ground_outside) (at frying_pan counter) (at rain_jacket driver_seat) (stowed sleeping_bag overhead_locker) (at road_map driver_seat)
  (hand_free) (clean enamel_mug) (unlatched cool_box) (open roof_hatch) (open sliding_door) (locked rear_door) (energised cabin_lamp) (energised cooker_unit)
  (deployed canopy))
 (:goal (and (not (open roof_hatch)))))
