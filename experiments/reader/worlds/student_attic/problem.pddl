(define (problem student_attic_1) (:domain student_attic)
 (:objects desk windowsill - surface futon bunk - bed drawer_top drawer_bottom - drawer kettle desk_fan fairy_lights - device
  skylight_blind gable_blind - blind tv radio - speaker wastebasket - bin mug_chipped mug_striped novel textbook scissors hoodie - thing)
 (:init (on_top mug_chipped windowsill) (on_top mug_striped desk) (on_top textbook desk) (on_top novel futon) (on_top hoodie futon)
  (stored_in scissors drawer_bottom) (pulled_out drawer_top) (plugged_in desk_fan) (plugged_in fairy_lights)
  (raised skylight_blind) (muted tv) (bare futon) (brimming wastebasket))
 (:goal (and (not (bare futon)) (plugged_in kettle))))
