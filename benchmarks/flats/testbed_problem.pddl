(define (problem testbed-trial)
  (:domain testbed)
  (:objects
    tiago - robot
    participant - person
    kitchen living_room bedroom hallway charging_dock - location
    kitchen_counter dining_table coffee_table sofa bedside_table - surface
    fridge cupboard drawer - container
    bedroom_door living_room_window bedroom_window - aperture
    kitchen_light living_room_light bedroom_light tv fan - device
    red_cup green_cup - cup
    apple banana - fruit
    water_bottle cereal_box pill_box remote_control newspaper towel - item)
  (:init
    (robot-at tiago hallway) (gripper-empty tiago) (is-dock charging_dock)
    (person-at participant living_room)
    (located kitchen_counter kitchen) (located dining_table kitchen) (located fridge kitchen)
    (located cupboard kitchen) (located kitchen_light kitchen)
    (located coffee_table living_room) (located sofa living_room) (located living_room_window living_room)
    (located living_room_light living_room) (located tv living_room) (located fan living_room)
    (located bedside_table bedroom) (located drawer bedroom) (located bedroom_door bedroom)
    (located bedroom_window bedroom) (located bedroom_light bedroom)
    (openable fridge) (openable cupboard) (openable drawer)
    (openable bedroom_door) (openable living_room_window) (openable bedroom_window)
    (on red_cup coffee_table) (on green_cup kitchen_counter)
    (on apple dining_table) (on banana dining_table) (on newspaper dining_table)
    (on cereal_box kitchen_counter) (on towel kitchen_counter)
    (on pill_box bedside_table) (on remote_control sofa)
    (in water_bottle fridge)
    (open cupboard) (open bedroom_door) (open living_room_window)
    (powered kitchen_light) (powered bedroom_light) (powered fan)
    (dirty dining_table) (dirty coffee_table))
  (:goal (and (robot-at tiago kitchen))))
