(define (problem pad1) (:domain bachelor_pad)
 (:objects fridge trash_can drawer_top drawer_bottom - storage
  desk couch bed_side_table - surface
  beer_can pizza_box mug plate_white plate_green gym_shirt gamepad remote - thing
  tv game_console fan - gadget)
 (:init (shut fridge) (shut drawer_top)
  (has_lid fridge) (has_lid drawer_top) (has_lid drawer_bottom)
  (lying_on desk beer_can) (lying_on couch pizza_box) (lying_on desk mug)
  (lying_on desk plate_white) (lying_on bed_side_table plate_green)
  (lying_on couch gym_shirt) (lying_on couch gamepad) (stored_in drawer_top remote)
  (dishware mug) (dishware plate_white) (dishware plate_green)
  (dirty mug) (dirty plate_white) (dusty desk) (dusty bed_side_table)
  (powered tv) (powered fan) (hands_empty))
 (:goal (and (stored_in fridge beer_can) (not (powered tv)))))
