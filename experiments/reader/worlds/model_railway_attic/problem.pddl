(define (problem model_railway_attic_1) (:domain model_railway_attic)
 (:objects loco_red loco_green - loco wagon_coal wagon_milk - wagon glue screwdriver mug - tool
  siding main_line - track workbench shelf - surface drawer_left drawer_right - drawer
  transformer lamp_desk lamp_gable fan - device skylight - window signal_home signal_yard - signal)
 (:init (at_place loco_red main_line) (at_place wagon_coal main_line) (hitched wagon_coal loco_red)
  (at_place loco_green workbench) (at_place wagon_milk siding) (at_place glue drawer_left) (at_place screwdriver workbench) (at_place mug shelf)
  (free_moving loco_green) (free_moving wagon_milk) (free_moving glue) (free_moving screwdriver) (free_moving mug)
  (opens drawer_left) (opens drawer_right) (opens skylight) (opened drawer_left) (opened skylight)
  (powered transformer) (powered lamp_gable) (green signal_home) (dusty loco_green) (dusty wagon_milk) (hand_free))
 (:goal (and (green signal_yard))))
