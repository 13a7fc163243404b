(define (problem lock_house-1) (:domain lock_house)
 (:objects hall bathroom shed - room
  striped_towel plain_towel - towel
  torch hammer big_spanner small_spanner - tool
  bowl plate - crockery
  toolbox chest dresser - box
  radio heater fan - appliance
  front_door shed_door - door)
 (:init (robot_in hall)
  (stands_in toolbox shed) (stands_in chest hall) (stands_in dresser kitchen)
  (stands_in radio kitchen) (stands_in heater bathroom) (stands_in fan hall)
  (leads front_door hall) (leads shed_door shed)
  (locked shed_door)
  (closed toolbox) (closed dresser)
  (off radio) (off fan)
  (lies_in striped_towel bathroom) (lies_in plain_towel bathroom) (wet striped_towel) (wet plain_towel)
  (contains toolbox hammer) (contains chest torch) (lies_in big_spanner kitchen) (lies_in small_spanner hall)
  (lies_in bowl kitchen) (lies_in plate hall) (dirty bowl) (dirty plate)
  (gripper_free))
 (:goal (and (contains toolbox big_spanner) (locked front_door))))
