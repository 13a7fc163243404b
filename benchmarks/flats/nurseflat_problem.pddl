(define (problem nurseflat-1)
  (:domain nurseflat)
  (:objects
    kitchen living_room hallway bathroom bedroom kids_room - room
    carla mia jonas - person
    kitchen_table sofa desk nightstand bench - surface
    drying_rack - rack
    fridge dish_cupboard wardrobe toy_box - container
    washing_machine - washer
    schoolbag1 schoolbag2 work_bag - bag
    bedroom_lamp hall_light kids_lamp - lamp
    tv - television
    radio - radio_set
    bedroom_blind kids_blind living_blind - blind
    alarm_clock - clock
    mug_red mug_blue - mug
    lunchbox1 lunchbox2 - lunchbox
    uniform_blue uniform_white - garment
    milk - drink
    phone tablet - gadget
    teddy football - toy
    math_book - book
    badge - card)
  (:init
    (robot_in kitchen) (hands_empty)
    (next_to hallway kitchen) (next_to kitchen hallway)
    (next_to hallway living_room) (next_to living_room hallway)
    (next_to hallway bathroom) (next_to bathroom hallway)
    (next_to hallway bedroom) (next_to bedroom hallway)
    (next_to hallway kids_room) (next_to kids_room hallway)
    (next_to kitchen living_room) (next_to living_room kitchen)
    (furniture_in kitchen_table kitchen) (furniture_in fridge kitchen) (furniture_in dish_cupboard kitchen)
    (furniture_in sofa living_room) (furniture_in bench hallway)
    (furniture_in desk kids_room) (furniture_in toy_box kids_room)
    (furniture_in nightstand bedroom) (furniture_in wardrobe bedroom)
    (furniture_in drying_rack bathroom) (furniture_in washing_machine bathroom)
    (device_in bedroom_lamp bedroom) (device_in hall_light hallway) (device_in kids_lamp kids_room)
    (device_in tv living_room) (device_in radio kitchen)
    (blind_in bedroom_blind bedroom) (blind_in kids_blind kids_room) (blind_in living_blind living_room)
    (clock_in alarm_clock bedroom)
    (person_in carla kitchen) (person_in mia kids_room) (person_in jonas kids_room)
    (asleep mia) (asleep jonas)
    (has_sink kitchen) (has_socket nightstand) (has_socket desk)
    (owned_by schoolbag1 mia) (owned_by schoolbag2 jonas) (owned_by work_bag carla)
    (owned_by lunchbox1 mia) (owned_by lunchbox2 jonas)
    (owned_by uniform_blue carla) (owned_by uniform_white carla)
    (owned_by phone carla) (owned_by tablet jonas) (owned_by badge carla)
    (owned_by teddy mia) (owned_by football jonas) (owned_by math_book mia)
    (on mug_red kitchen_table) (inside mug_blue dish_cupboard)
    (on lunchbox1 kitchen_table) (on lunchbox2 desk)
    (on uniform_blue bench) (inside uniform_white wardrobe)
    (on milk kitchen_table) (on badge kitchen_table)
    (on phone nightstand) (on tablet desk)
    (on teddy sofa) (on math_book sofa) (on football bench)
    (on schoolbag1 bench) (on schoolbag2 desk) (on work_bag bench)
    (dirty mug_red) (dirty lunchbox1) (dirty lunchbox2) (dirty uniform_blue)
    (blind_down kids_blind)
    (turned_on hall_light) (turned_on tv)
    (charged tablet))
  (:goal (and (inside milk fridge))))
