(define (problem coffee-kitchen-1)
 (:domain coffee-kitchen)
 (:objects
  kitchen_table worktop sink - counter
  wall_cupboard refrigerator drawer_left drawer_right - store
  cup_white cup_green mug_big - mugware
  plate_large plate_small - plateware
  butter jam coffee_tin - food
  coffee_machine toaster dishwasher - appliance)
 (:init
  (arm_free)
  (stored_in cup_white wall_cupboard) (stored_in cup_green sink) (stored_in mug_big kitchen_table)
  (stored_in plate_large kitchen_table) (stored_in plate_small wall_cupboard)
  (stored_in butter kitchen_table) (stored_in jam refrigerator) (stored_in coffee_tin drawer_left)
  (closed wall_cupboard) (closed drawer_left)
  (dirty cup_green) (dirty plate_large)
  (brewer coffee_machine)
  (plugged coffee_machine) (plugged toaster) (running toaster))
 (:goal (stored_in butter refrigerator)))
