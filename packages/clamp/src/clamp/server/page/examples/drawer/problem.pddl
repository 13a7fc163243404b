(define (problem libero_10-kitchen_scene4_put_the_black_bowl_in_the_bottom_drawer_of_the_cabinet_and_close_it)
  (:domain libero)
  (:objects
    kitchen_table - kitchen_table
    white_cabinet_1 - white_cabinet
    wine_rack_1 - wine_rack
    akita_black_bowl_1 - akita_black_bowl
    wine_bottle_1 - wine_bottle
    white_cabinet_1_top_side - top
    white_cabinet_1_top_region - drawer
    white_cabinet_1_middle_region - drawer
    white_cabinet_1_bottom_region - drawer
    wine_rack_1_top_region - top
  )
  (:init
    (part_of white_cabinet_1_top_side white_cabinet_1)
    (part_of white_cabinet_1_top_region white_cabinet_1)
    (part_of white_cabinet_1_middle_region white_cabinet_1)
    (part_of white_cabinet_1_bottom_region white_cabinet_1)
    (part_of wine_rack_1_top_region wine_rack_1)
    (closes white_cabinet_1_top_region white_cabinet_1_top_region)
    (closes white_cabinet_1_middle_region white_cabinet_1_middle_region)
    (closes white_cabinet_1_bottom_region white_cabinet_1_bottom_region)
    (above white_cabinet_1_top_region white_cabinet_1_middle_region)
    (above white_cabinet_1_top_region white_cabinet_1_bottom_region)
    (above white_cabinet_1_middle_region white_cabinet_1_bottom_region)
    (on akita_black_bowl_1 kitchen_table)
    (on wine_bottle_1 kitchen_table)
    (open white_cabinet_1_bottom_region)
    (hand_empty)
  )
  (:goal (and (not (open white_cabinet_1_bottom_region)) (in akita_black_bowl_1 white_cabinet_1_bottom_region))))
