(define (problem tea_room_1) (:domain tea_room)
 (:objects teapot_blue teapot_brown milk_jug - pot cup_rose cup_gold cake_stand - dish cake_knife bread_knife - knife lemon_cake - cake
  counter sink dresser trolley - station table_window table_corner - table ring_front ring_back - ring blind_street blind_garden - blind)
 (:init (set_at counter teapot_blue) (set_at dresser teapot_brown) (set_at counter milk_jug) (set_at table_corner cup_rose) (set_at dresser cup_gold)
  (set_at trolley cake_stand) (set_at counter bread_knife) (set_at trolley cake_knife) (set_at trolley lemon_cake)
  (empty teapot_brown) (empty milk_jug) (soiled cup_rose) (laid table_window) (lit ring_back) (raised blind_garden))
 (:goal (and (lit ring_front))))
