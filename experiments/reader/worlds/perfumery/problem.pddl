(define (problem perfumery-1) (:domain perfumery)
 (:objects bench - table oak_cupboard steel_cupboard - cupboard water_bath hotplate - heater
  round_flask tall_flask - flask vial_1 vial_2 vial_3 - vial rose_oil musk bergamot oakmoss - essence)
 (:init (gripper-free) (shut steel_cupboard) (at round_flask bench) (at tall_flask oak_cupboard) (stoppered tall_flask)
  (at vial_1 bench) (at vial_2 oak_cupboard) (at vial_3 water_bath) (stoppered vial_1) (contains tall_flask oakmoss) (contains vial_3 bergamot) (energized water_bath))
 (:goal (and (contains round_flask rose_oil))))
