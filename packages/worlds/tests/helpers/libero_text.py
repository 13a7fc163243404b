"""A small LIBERO task as text, with one of everything that the domain knows."""

BDDL = """
(define (problem LIBERO_Kitchen_Tabletop_Manipulation)
  (:domain robosuite)
  (:language Put the bowl in the drawer, don't forget the stove)
  (:regions
    (bowl_init_region (:target kitchen_table) (:ranges ((-0.1 -0.1 0.1 0.1))) (:yaw_rotation ((0.0 0.0))))
    (plate_front_region (:target kitchen_table) (:ranges ((0.1 -0.1 0.2 0.1))))
    (left_over_region (:target bowl_drainer_1))
    (top_side (:target wooden_cabinet_1))
    (top_region (:target wooden_cabinet_1))
    (middle_region (:target wooden_cabinet_1))
    (bottom_region (:target wooden_cabinet_1))
    (cook_region (:target flat_stove_1))
    (heating_region (:target microwave_1))
    (top_region (:target wine_rack_1))
    (contain_region (:target basket_1)))
  (:fixtures
    kitchen_table - kitchen_table
    wooden_cabinet_1 - wooden_cabinet
    flat_stove_1 - flat_stove
    microwave_1 - microwave
    wine_rack_1 - wine_rack)
  (:objects
    akita_black_bowl_1 akita_black_bowl_2 - akita_black_bowl
    plate_1 - plate
    basket_1 - basket
    butter_1 - butter)
  (:obj_of_interest akita_black_bowl_1 plate_1)
  (:init
    (On akita_black_bowl_1 kitchen_table_bowl_init_region)
    (On akita_black_bowl_2 plate_1)
    (On plate_1 kitchen_table_plate_front_region)
    (On basket_1 kitchen_table_bowl_init_region)
    (On wooden_cabinet_1 kitchen_table_bowl_init_region)
    (In butter_1 wooden_cabinet_1_bottom_region)
    (Open wooden_cabinet_1_top_region)
    (Close microwave_1)
    (Turnon flat_stove_1))
  (:goal (And (In akita_black_bowl_1 wooden_cabinet_1_top_region) (Turnoff flat_stove_1)
              (On butter_1 kitchen_table_plate_front_region))))
"""
