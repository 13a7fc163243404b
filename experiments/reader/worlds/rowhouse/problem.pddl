(define (problem rowhouse1) (:domain rowhouse)
 (:objects hall kitchen living_room - room
  door_kitchen door_living_room front_door - door
  shoe_rack sofa coffee_table counter sink - place
  umbrella cup_blue cup_yellow fern newspaper - item
  lamp_hall lamp_kitchen lamp_living_room - lamp)
 (:init (robot_in hall)
  (connects door_kitchen hall kitchen) (connects door_kitchen kitchen hall)
  (connects door_living_room hall living_room) (connects door_living_room living_room hall)
  (door_at door_kitchen hall) (door_at door_kitchen kitchen)
  (door_at door_living_room hall) (door_at door_living_room living_room)
  (door_at front_door hall)
  (has_lock front_door) (has_lock door_living_room)
  (door_open front_door) (locked door_living_room)
  (located shoe_rack hall) (located sofa living_room) (located coffee_table living_room)
  (located counter kitchen) (located sink kitchen)
  (rests_on umbrella sofa) (rests_on cup_blue coffee_table) (rests_on cup_yellow counter)
  (rests_on fern coffee_table) (rests_on newspaper shoe_rack)
  (is_plant fern) (gripper_free)
  (lamp_room lamp_hall hall) (lamp_room lamp_kitchen kitchen) (lamp_room lamp_living_room living_room)
  (lit lamp_kitchen))
 (:goal (and (rests_on cup_blue sink) (locked front_door))))
