(define (problem bunk_room_1) (:domain bunk_room)
 (:objects bath_towel beach_towel - towel teddy_brown rabbit_plush hiking_boots torch comic - item
  bunk_top bunk_bottom - bunk locker_red locker_grey - locker windowsill rug desk hamper - spot
  ceiling_light reading_light - light robovac - vacuum waste_bin - bin)
 (:init (claw_empty) (openplace bunk_top) (openplace bunk_bottom) (openplace locker_grey) (openplace windowsill) (openplace rug) (openplace desk) (openplace hamper)
  (unlocked locker_grey) (at_place bath_towel rug) (at_place beach_towel windowsill) (at_place teddy_brown bunk_top) (at_place rabbit_plush rug)
  (at_place hiking_boots bunk_bottom) (at_place torch locker_red) (at_place comic desk) (bare bunk_bottom) (wet beach_towel)
  (shining ceiling_light) (shining reading_light) (full waste_bin))
 (:goal (and (docked robovac))))
