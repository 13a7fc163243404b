(define (problem smart-villa-1)
 (:domain smart-villa)
 (:objects
  hall living_room bedroom study - room
  lamp_hall lamp_living lamp_bedroom - lamp
  blind_living blind_bedroom - blind
  tv - screen
  radiator_study - radiator
  door_front door_living door_bedroom door_study - door
  umbrella book_cookery book_atlas teddy - portable
  outside - room)
 (:init
  (robot_room hall) (tray_free)
  (joins door_front hall outside) (joins door_front outside hall)
  (joins door_living hall living_room) (joins door_living living_room hall)
  (joins door_bedroom hall bedroom) (joins door_bedroom bedroom hall)
  (joins door_study hall study) (joins door_study study hall)
  (device_room lamp_hall hall) (device_room lamp_living living_room) (device_room lamp_bedroom bedroom)
  (device_room blind_living living_room) (device_room blind_bedroom bedroom)
  (device_room tv living_room) (device_room radiator_study study)
  (item_room umbrella hall) (item_room book_cookery living_room) (item_room book_atlas study) (item_room teddy living_room)
  (switched_on lamp_living) (switched_on lamp_bedroom)
  (lowered blind_bedroom)
  (wide_open door_living) (wide_open door_bedroom)
  (bolted door_front)
  (playing tv) (warming radiator_study))
 (:goal (item_room teddy bedroom)))
