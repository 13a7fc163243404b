(define (problem villa_evening) (:domain villa_security)
 (:objects entry_portal rear_portal garage_shutter - portal gate_vehicle gate_pedestrian - barrier
  zone_perimeter zone_interior - zone lum_drive lum_terrace lum_hall - luminaire recorder_pool recorder_forecourt - recorder
  fob_grey fob_red portable_light - portable key_cabinet hall_console - holder charging_cradle - cradle)
 (:init (effector_free) (closed entry_portal) (closed gate_vehicle) (secured gate_vehicle) (armed zone_interior)
  (energized lum_terrace) (energized lum_hall) (recording recorder_pool)
  (stowed_at fob_grey hall_console) (stowed_at fob_red key_cabinet) (stowed_at portable_light hall_console) (charged fob_red))
 (:goal (and (secured entry_portal))))
