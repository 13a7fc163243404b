(define (problem lake_house_1) (:domain lake_house)
 (:objects life_jacket_orange life_jacket_blue fishing_rod mug bird_guide - item
  bath_towel beach_towel - towel
  kitchen_table porch_bench chest washing_line - spot
  oil_lamp porch_lamp desk_lamp - lamp
  window_kitchen window_bedroom - window
  door_porch door_boathouse - door
  canoe rowing_boat - boat)
 (:init (arm_free) (drying_spot washing_line)
  (resting life_jacket_orange porch_bench) (resting life_jacket_blue chest) (resting fishing_rod kitchen_table)
  (resting mug kitchen_table) (resting bird_guide chest) (resting bath_towel washing_line) (resting beach_towel porch_bench)
  (wet beach_towel) (lit oil_lamp) (lit porch_lamp) (ajar window_bedroom) (unlocked door_boathouse) (moored canoe))
 (:goal (and (moored rowing_boat))))
