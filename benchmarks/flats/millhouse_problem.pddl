(define (problem monday)
  (:domain millhouse)
  (:objects
    kitchen mill_room loft - room
    table bench bed - surface
    sink - basin
    fireplace kitchen_lamp loft_lamp - burner
    water_wheel - wheel
    pantry flour_bin - cupboard
    front_door sluice_gate - gate
    bread cheese flour_sack - food
    blue_jug white_jug - dish)
  (:init
    (robot_in kitchen) (hands_free)
    (stands_in table kitchen) (stands_in sink kitchen) (stands_in fireplace kitchen)
    (stands_in kitchen_lamp kitchen) (stands_in pantry kitchen) (stands_in front_door kitchen)
    (stands_in bench mill_room) (stands_in flour_bin mill_room)
    (stands_in water_wheel mill_room) (stands_in sluice_gate mill_room)
    (stands_in bed loft) (stands_in loft_lamp loft)
    (on bread table) (on blue_jug table) (on white_jug sink) (on flour_sack bench)
    (inside cheese pantry)
    (open sluice_gate)
    (locked front_door)
    (burning loft_lamp)
    (turning water_wheel)
    (washed blue_jug))
  (:goal (and)))
