; Saturday: the cargo bike hangs in the back stand, and the yard door is open.
(define (problem saturday)
  (:domain workshop)
  (:objects
    red_bike green_bike cargo_bike electric_bike - bike
    front_stand back_stand - stand
    front_wheel rear_wheel spare_wheel - wheel
    saddle_bolt stem_bolt axle_bolt - bolt
    torque_wrench hex_key floor_pump - tool
    compressor bench_grinder parts_washer - machine
    street_door yard_door - door
    tool_cabinet paint_cabinet - cabinet)
  (:init
    (hands-free)
    (free front_stand)
    (mounted cargo_bike back_stand) (in-stand cargo_bike)
    (flat rear_wheel) (flat spare_wheel)
    (tight saddle_bolt)
    (dirty red_bike) (dirty cargo_bike) (dirty green_bike)
    (oiled electric_bike)
    (on compressor)
    (open yard_door) (open tool_cabinet))
  (:goal (and (tested red_bike) (oiled red_bike) (not (flat rear_wheel)) (tight stem_bolt) (not (on compressor)))))
