(define (problem quayside_afternoon)
  (:domain quayside)
  (:objects
    kitchenette lounge bedroom - room
    counter sofa shelf - surface
    drawer trunk - container
    front_door balcony_door - door
    lounge_window bedroom_window - window
    radio floor_lamp desk_lamp - appliance
    fern basil - plant
    watering_can newspaper umbrella blue_towel white_towel - item)
  (:init
    (robot_at kitchenette) (gripper_free)
    (room_of counter kitchenette) (room_of radio kitchenette) (room_of basil kitchenette)
    (room_of sofa lounge) (room_of trunk lounge) (room_of front_door lounge)
    (room_of balcony_door lounge) (room_of lounge_window lounge)
    (room_of floor_lamp lounge) (room_of fern lounge)
    (room_of shelf bedroom) (room_of drawer bedroom)
    (room_of bedroom_window bedroom) (room_of desk_lamp bedroom)
    (lockable front_door) (lockable balcony_door)
    (locked balcony_door)
    (opened trunk) (opened lounge_window) (opened bedroom_window)
    (powered_on floor_lamp) (powered_on desk_lamp)
    (is_on watering_can counter) (for_watering watering_can)
    (is_on newspaper sofa) (is_on blue_towel sofa)
    (is_in umbrella trunk) (is_in white_towel drawer))
  (:goal (and (watered fern) (locked front_door))))
