(define (problem sunday_evening)
  (:domain bungalow)
  (:objects
    kitchen living_room bedroom - room
    kitchen_table sofa bookshelf - surface
    fridge toy_box - container
    dishwasher - washer
    tv bedroom_lamp living_room_lamp - electric
    bedroom_window living_room_window - window
    grandma ben - person
    red_cup blue_cup - cup
    teddy - toy
    milk - food)
  (:init
    (robot_at kitchen) (hand_empty)
    (located kitchen_table kitchen) (located fridge kitchen) (located dishwasher kitchen)
    (located sofa living_room) (located bookshelf living_room) (located toy_box living_room)
    (located tv living_room) (located living_room_lamp living_room)
    (located living_room_window living_room) (located grandma living_room)
    (located bedroom_lamp bedroom) (located bedroom_window bedroom) (located ben bedroom)
    (on red_cup kitchen_table) (on blue_cup sofa) (on teddy bookshelf) (in milk fridge)
    (dirty red_cup) (dirty blue_cup)
    (open toy_box) (open bedroom_window) (open living_room_window)
    (switched_on tv))
  (:goal (and)))
