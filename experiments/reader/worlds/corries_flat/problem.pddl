(define (problem corries_flat-1)
  (:domain corries_flat)
  (:objects
    hallway living kitchen - room
    shoe-bench washstand sofa-table counter - surface
    wardrobe mirror-cabinet - container
    umbrella red-scarf grey-scarf keys blue-mug white-mug novel - item
    hand-towel bath-towel - towel
    hall-lamp bath-lamp reading-lamp - lamp
    corrie ruben - person)
  (:init
    (robot-at hallway) (gripper-empty)
    (connects hallway bath) (connects bath hallway)
    (connects hallway living) (connects living hallway)
    (connects living kitchen) (connects kitchen living)
    (spot-in shoe-bench hallway) (spot-in wardrobe hallway)
    (spot-in washstand bath) (spot-in mirror-cabinet bath)
    (spot-in sofa-table living) (spot-in counter kitchen)
    (closed wardrobe)
    (inside umbrella wardrobe) (inside grey-scarf wardrobe)
    (lying-on red-scarf shoe-bench)
    (lying-on hand-towel washstand)
    (lying-on bath-towel sofa-table) (wet bath-towel)
    (lying-on white-mug sofa-table)
    (lying-on blue-mug counter) (lying-on novel counter)
    (has ruben keys)
    (lamp-in hall-lamp hallway) (lamp-in bath-lamp bath) (lamp-in reading-lamp living)
    (burning bath-lamp) (burning reading-lamp)
    (person-in corrie living) (person-in ruben kitchen))
  (:goal (and (has corrie umbrella)))
)
