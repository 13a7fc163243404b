(define (problem canal-flat-1)
  (:domain canal-flat)
  (:objects
    kitchen living_room bedroom - room
    dining_table sink sofa bed toy_chest - spot
    cup_blue cup_white book_atlas teddy fern blanket - thing
    lamp_kitchen lamp_living lamp_bed - light
    blind_living blind_bed - blind)
  (:init
    (robot_in living_room)
    (connected kitchen living_room) (connected living_room kitchen)
    (connected living_room bedroom) (connected bedroom living_room)
    (spot_room dining_table kitchen) (spot_room sink kitchen)
    (spot_room sofa living_room) (spot_room toy_chest bedroom) (spot_room bed bedroom)
    (gripper_free)
    (at_place cup_blue dining_table) (at_place cup_white bed)
    (at_place book_atlas sofa) (at_place teddy sofa) (at_place fern dining_table) (at_place blanket bed)
    (lamp_room lamp_kitchen kitchen) (lamp_room lamp_living living_room) (lamp_room lamp_bed bedroom)
    (lit lamp_kitchen)
    (blind_room blind_living living_room) (blind_room blind_bed bedroom)
    (lowered blind_bed)
    (floor_dusty kitchen) (floor_dusty bedroom)
    (is_plant fern) (needs_water fern)
    (has_lid toy_chest))
  (:goal (and (at_place cup_white sink) (lit lamp_bed))))
