(define (problem guest_suite_1) (:domain guest_suite)
 (:objects bath_towel hand_towel dressing_gown slippers guidebook - belonging
  wardrobe luggage_rack nightstand towel_rail armchair - spot
  bed_double bed_single - bed window_bedroom window_bathroom - window radiator_bedroom radiator_bathroom - radiator
  door_corridor door_balcony - door lamp_bedside lamp_mirror - lamp)
 (:init (stowed_at bath_towel armchair) (stowed_at hand_towel towel_rail) (stowed_at dressing_gown wardrobe) (stowed_at slippers luggage_rack) (stowed_at guidebook armchair)
  (gripper_free) (bare bed_single) (ajar window_bathroom) (cold radiator_bedroom) (unlocked door_balcony) (glowing lamp_bedside) (glowing lamp_mirror))
 (:goal (and (ajar window_bedroom))))
