(define (problem baggage_1) (:domain baggage_hall)
 (:objects belt_a belt_b - conveyor cart_1 cart_2 - cart late_rack - rack
  black_case hardshell_case tiny_case - suitcase kennel golf_bag stroller - oversize north_gate apron_gate - gate)
 (:init (arm_vacant) (running belt_b) (bolted north_gate) (coupled cart_2) (located black_case belt_a) (located hardshell_case belt_a)
  (located tiny_case late_rack) (located kennel late_rack) (located golf_bag cart_1) (located stroller late_rack) (strapped hardshell_case) (strapped kennel))
 (:goal (and (located black_case cart_1))))
