(define (problem night-nurse-room-1) (:domain night-nurse-room)
 (:objects
  nurse_room corridor - room
  door_corridor - door
  desk couch trolley - top
  wardrobe cabinet_left cabinet_right - storage
  desk_lamp ceiling_light corridor_light - light
  blind_west - blind
  thermos teacup_white teacup_green logbook keys - thing
  blanket_grey blanket_red - linen)
 (:init (robot_in nurse_room)
  (location_of desk nurse_room) (location_of couch nurse_room) (location_of wardrobe nurse_room)
  (location_of cabinet_left nurse_room) (location_of cabinet_right nurse_room) (location_of trolley corridor)
  (light_of desk_lamp nurse_room) (light_of ceiling_light nurse_room) (light_of corridor_light corridor)
  (blind_of blind_west nurse_room)
  (joins door_corridor nurse_room corridor) (joins door_corridor corridor nurse_room)
  (at_place thermos desk) (at_place teacup_white desk) (at_place teacup_green trolley)
  (at_place logbook couch) (at_place keys trolley)
  (at_place blanket_grey couch) (at_place blanket_red wardrobe)
  (light_on desk_lamp) (light_on ceiling_light)
  (storage_closed wardrobe) (storage_closed cabinet_left))
 (:goal (and (at_place blanket_red couch))))
