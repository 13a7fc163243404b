(define (problem campervan_two_1) (:domain campervan_two)
 (:objects bread_knife mug_enamel cup_plastic road_map rain_jacket fleece_jacket pan - gear
  locker_overhead locker_under_bench - locker
  fold_table dashboard driver_seat - spot
  hob - cooker
  blind_front blind_rear - blind
  lantern_camping reading_light - lantern
  roof_hatch - hatch bunk - bed)
 (:init (idle) (on_top fold_table bread_knife) (on_top fold_table mug_enamel) (stowed cup_plastic locker_overhead)
  (on_top dashboard road_map) (on_top driver_seat rain_jacket) (stowed fleece_jacket locker_under_bench) (stowed pan locker_under_bench)
  (latched locker_overhead) (on_gas hob) (rolled_up blind_front) (glowing lantern_camping) (tilted roof_hatch))
 (:goal (and (made_up bunk))))
