(define (problem back_kitchen_1) (:domain back_kitchen)
 (:objects shelf_upper shelf_lower draining_board peg_rail - location
  cup_white mug_brown jam_jar honey_jar wellingtons apron - ware tablecloth bedsheet - cloth
  blind_yard blind_lane - blind woodstove - stove mop_bucket sink - vessel vacuum - cleaner washing_machine - machine)
 (:init (kept_at draining_board cup_white) (kept_at draining_board mug_brown) (kept_at shelf_upper jam_jar) (kept_at draining_board honey_jar)
  (kept_at shelf_lower wellingtons) (kept_at shelf_lower apron) (kept_at shelf_upper tablecloth) (kept_at draining_board bedsheet)
  (folded tablecloth) (raised blind_yard) (empty mop_bucket))
 (:goal (lit woodstove)))
