(define (problem garageloft1) (:domain garageloft)
 (:objects motor_unit_ev - motor_unit cycle_unit_red cycle_unit_kids ebike_unit_grey - cycle_unit
  head_protection_adult head_protection_junior illuminant_handheld torque_tool - portable
  bin_small_parts bin_sports - bin wall_mount_l - wall_mount
  supply_wall_11kw supply_bench - supply roller_barrier_street side_barrier_garden - barrier luminaire_bay luminaire_loft - luminaire)
 (:init (gripper_vacant) (on_slab pneumatic_hand_unit) (on_slab head_protection_adult) (retained head_protection_junior bin_sports) (retained illuminant_handheld wall_mount_l) (on_slab torque_tool)
  (raised roller_barrier_street) (interlocked side_barrier_garden) (illuminating luminaire_loft)
  (coupled ebike_unit_grey supply_bench) (traction_linked ebike_unit_grey) (supply_vacant supply_wall_11kw)
  (soiled cycle_unit_red) (soiled motor_unit_ev) (suspended cycle_unit_kids) (inflated ebike_unit_grey) (inflated cycle_unit_kids) (lid_ajar bin_small_parts))
 (:goal (and (coupled motor_unit_ev supply_wall_11kw))))
