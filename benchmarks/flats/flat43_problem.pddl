(define (problem flat43-day)
  (:domain flat43)
  (:objects
    kitchen living_room bedroom bathroom hallway - room
    kitchen_counter dining_table desk bed nightstand hallway_shelf - surface
    fridge cupboard wardrobe washing_machine trash_can - container
    kitchen_window bedroom_window - window
    radio television desk_lamp bedside_lamp heater - device
    red_mug blue_mug plate - dish
    sweater towel - garment
    milk butter banana_peel novel keys umbrella charger - item)
  (:init
    (robot-in living_room) (hand-empty)
    (connected hallway kitchen) (connected kitchen hallway)
    (connected hallway living_room) (connected living_room hallway)
    (connected hallway bedroom) (connected bedroom hallway)
    (connected hallway bathroom) (connected bathroom hallway)
    (located kitchen_counter kitchen) (located fridge kitchen) (located cupboard kitchen)
    (located trash_can kitchen) (located kitchen_window kitchen) (located radio kitchen)
    (located dining_table living_room) (located desk living_room)
    (located television living_room) (located desk_lamp living_room)
    (located bed bedroom) (located nightstand bedroom) (located wardrobe bedroom)
    (located bedside_lamp bedroom) (located bedroom_window bedroom)
    (located washing_machine bathroom) (located heater bathroom)
    (located hallway_shelf hallway)
    (has-tap kitchen) (has-tap bathroom) (washes-clothes washing_machine)
    (on milk dining_table) (on blue_mug dining_table)
    (on red_mug desk)
    (on banana_peel kitchen_counter) (on keys kitchen_counter)
    (on novel bed) (on sweater bed) (on charger nightstand)
    (in butter fridge) (in plate cupboard) (in umbrella wardrobe) (in towel washing_machine)
    (open kitchen_window) (open bedroom_window) (open trash_can)
    (switched-on television) (switched-on desk_lamp) (switched-on bedside_lamp)
    (clean plate))
  (:goal (and (in milk fridge)))
)
