; Before opening time: two pools are covered, the toddler pool is murky, the pump runs.
(define (problem early-morning)
  (:domain pool)
  (:objects
    lap_pool toddler_pool plunge_pool - basin
    ring_rack poolside_bench - rack
    red_ring white_ring - ring
    kickboard - board
    front_gate shower_door - door
    circulation_pump pool_heater - machine
    underwater_lamp - lamp)
  (:init
    (hands-free)
    (covered lap_pool) (covered plunge_pool)
    (murky toddler_pool) (murky plunge_pool)
    (tested lap_pool)
    (shallow toddler_pool)
    (open shower_door)
    (on circulation_pump) (on underwater_lamp)
    (at red_ring ring_rack) (at white_ring poolside_bench) (at kickboard poolside_bench))
  (:goal (and (not (murky toddler_pool)) (tested toddler_pool) (not (covered lap_pool))
    (at white_ring ring_rack) (not (on underwater_lamp)))))
