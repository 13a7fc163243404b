(define (problem clifftop-flat-1) (:domain clifftop-flat)
(:objects binoculars raincoat mug_white mug_striped wool_blanket field_guide sailing_novel - thing
 sofa coffee_table nightstand hall_bench - surface wardrobe sea_chest - box
 window_lounge window_bedroom - window lamp_lounge lamp_bedroom lamp_hall - lamp front_door - door blind_lounge - blind)
(:init (gripper_empty) (resting binoculars nightstand) (resting raincoat sofa) (resting sailing_novel sofa)
 (resting mug_white coffee_table) (resting field_guide coffee_table) (resting mug_striped hall_bench)
 (kept_in sea_chest wool_blanket) (closed sea_chest) (ajar window_lounge) (unlit lamp_lounge) (rolled_up blind_lounge))
(:goal (and (barred front_door))))
