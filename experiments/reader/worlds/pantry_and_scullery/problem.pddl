(define (problem pantry-and-scullery-1) (:domain pantry-and-scullery)
 (:objects
  shelf_upper shelf_lower draining_board - shelf
  crate_wood crate_plastic - crate
  basin_stone - basin
  tap_hot tap_cold - tap
  toaster freezer - appliance
  jug bowl_large bowl_small saucer - crockery
  potatoes onions flour jam_plum jam_cherry - food)
 (:init (gripper_empty)
  (tap_over tap_hot basin_stone) (tap_over tap_cold basin_stone)
  (flowing tap_cold)
  (stored_in jug draining_board) (clean jug)
  (stored_in bowl_large basin_stone) (stored_in bowl_small shelf_upper) (clean bowl_small) (dry bowl_small)
  (stored_in saucer basin_stone)
  (stored_in potatoes crate_wood) (stored_in onions shelf_lower) (stored_in flour shelf_upper)
  (stored_in jam_plum shelf_upper) (stored_in jam_cherry draining_board)
  (lid_on crate_wood) (sealed crate_wood)
  (plugged_in freezer)
  (bulb_on))
 (:goal (and (stored_in onions crate_plastic))))
