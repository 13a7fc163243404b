(define (problem fishermans_house_1) (:domain fishermans_house)
 (:objects kitchen porch loft - room table shelf bench chest - spot coat_oilskin boots fish_knife bread_knife pipe - item bucket_tin bucket_wood - bucket
  lantern_porch lantern_loft - lantern cookstove - stove bunk - bed door_front door_shed - door)
 (:init (robot_at kitchen) (gripper_idle) (part_of table kitchen) (part_of shelf kitchen) (part_of bench porch) (part_of chest loft)
  (stands lantern_porch porch) (stands lantern_loft loft) (stands cookstove kitchen) (stands bunk loft) (stands door_front kitchen) (stands door_shed porch)
  (rests coat_oilskin bench) (rests boots bench) (rests fish_knife table) (rests bread_knife table) (rests pipe shelf) (rests bucket_tin bench) (rests bucket_wood table)
  (wet coat_oilskin) (wet boots) (empty bucket_tin) (dark lantern_porch) (unlocked door_front))
 (:goal (and (made bunk))))
