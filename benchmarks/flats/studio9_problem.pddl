(define (problem studio9_morning)
  (:domain studio9)
  (:objects
    main_room kitchenette bathroom darkroom balcony - area
    desk bedside_table shelf counter workbench - support
    camera_cabinet desk_drawer fridge - storage
    kitchen_sink - sink
    coffee_machine - coffee_maker
    battery_charger - charger
    wall_hook drying_line - hanging_spot
    ceiling_light desk_lamp red_light bathroom_light - light
    left_blind right_blind kitchen_blind - blind
    fern cactus - plant
    film_camera digital_camera - camera
    wide_angle_lens portrait_lens - lens
    battery1 battery2 - battery
    mug1 mug2 - mug
    portrait_print landscape_print - print
    watering_can - can
    yoghurt - grocery
    white black red green - colour)
  (:init
    (robot_in main_room) (empty_handed)
    (adjacent main_room kitchenette) (adjacent kitchenette main_room)
    (adjacent main_room bathroom) (adjacent bathroom main_room)
    (adjacent main_room darkroom) (adjacent darkroom main_room)
    (adjacent main_room balcony) (adjacent balcony main_room)
    (stands desk main_room) (stands bedside_table main_room) (stands shelf main_room)
    (stands counter kitchenette) (stands workbench darkroom)
    (stands camera_cabinet main_room) (stands desk_drawer main_room) (stands fridge kitchenette)
    (stands kitchen_sink kitchenette) (stands coffee_machine kitchenette)
    (stands battery_charger main_room)
    (stands wall_hook main_room) (stands drying_line darkroom)
    (stands ceiling_light main_room) (stands desk_lamp main_room)
    (stands red_light darkroom) (stands bathroom_light bathroom)
    (stands left_blind main_room) (stands right_blind main_room) (stands kitchen_blind kitchenette)
    (stands fern main_room) (stands cactus balcony)
    (shut camera_cabinet) (shut fridge)
    (lit desk_lamp) (lit bathroom_light)
    (lowered left_blind) (lowered right_blind)
    (thirsty fern)
    (lies_at film_camera camera_cabinet) (bare film_camera)
    (lies_at digital_camera desk) (attached wide_angle_lens digital_camera)
    (lies_at portrait_lens desk_drawer)
    (lies_at battery1 desk) (coloured battery1 red)
    (lies_at battery2 bedside_table) (coloured battery2 green)
    (lies_at mug1 desk) (coloured mug1 white) (dirty mug1)
    (lies_at mug2 workbench) (coloured mug2 black)
    (lies_at portrait_print workbench) (lies_at landscape_print desk)
    (lies_at watering_can counter) (lies_at yoghurt counter)
    (coloured red_light red))
  (:goal (and (not (thirsty fern)) (not (lowered left_blind)))))
