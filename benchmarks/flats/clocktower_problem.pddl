(define (problem clocktower-evening)
  (:domain clocktower)
  (:objects
    hallway living_room kitchen bathroom - room
    front_door - door
    sofa coffee_table laundry_basket - place
    drawer - box
    dishwasher washing_machine - machine
    tv radio heater - device
    martha tom - person
    rex - dog
    car_key house_key - key
    white_shirt green_shirt - shirt
    plate - dish
    newspaper remote_control - portable)
  (:init
    (bot_at hallway) (gripper_free)
    (next_to hallway living_room) (next_to living_room hallway)
    (next_to hallway kitchen) (next_to kitchen hallway)
    (next_to hallway bathroom) (next_to bathroom hallway)
    (stands front_door hallway) (stands drawer hallway)
    (stands sofa living_room) (stands coffee_table living_room)
    (stands tv living_room) (stands martha living_room)
    (stands radio kitchen) (stands dishwasher kitchen)
    (stands tom kitchen) (stands rex kitchen)
    (stands heater bathroom) (stands laundry_basket bathroom)
    (stands washing_machine bathroom)
    (contains drawer car_key) (contains coffee_table house_key)
    (contains coffee_table remote_control) (contains coffee_table plate)
    (contains sofa newspaper) (contains sofa white_shirt)
    (contains laundry_basket green_shirt)
    (suits dishwasher plate)
    (suits washing_machine white_shirt) (suits washing_machine green_shirt)
    (shut drawer) (shut dishwasher)
    (powered tv) (powered heater)
    (swept living_room) (hungry rex))
  (:goal (and (bot_at hallway))))
