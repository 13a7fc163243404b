(define (problem corner-bungalow-1)
  (:domain corner-bungalow)
  (:objects
    bedroom kitchen porch - room
    bed nightstand kitchen_table counter porch_bench - furniture
    cup_yellow cup_white mug newspaper spectacles blanket - item
    lamp_bedroom lamp_kitchen lamp_porch - lamp
    door_bedroom door_porch - door)
  (:init
    (robot_at kitchen) (gripper_free)
    (linked kitchen bedroom door_bedroom) (linked bedroom kitchen door_bedroom)
    (linked kitchen porch door_porch) (linked porch kitchen door_porch)
    (part_of bed bedroom) (part_of nightstand bedroom)
    (part_of kitchen_table kitchen) (part_of counter kitchen)
    (part_of porch_bench porch)
    (lies_on cup_yellow kitchen_table) (lies_on cup_white nightstand)
    (lies_on mug counter) (lies_on newspaper porch_bench)
    (lies_on spectacles kitchen_table) (lies_on blanket bed)
    (door_open door_bedroom)
    (lamp_on lamp_kitchen) (lamp_on lamp_porch)
    (lamp_in lamp_bedroom bedroom) (lamp_in lamp_kitchen kitchen) (lamp_in lamp_porch porch))
  (:goal (and (lies_on newspaper kitchen_table) (not (lamp_on lamp_porch)))))
