(define (problem flat40-1)
  (:domain flat40)
  (:objects
    kitchen living_room bedroom bathroom hallway - room
    kitchen_table worktop coffee_table sofa bed desk bathroom_shelf - surface
    fridge cupboard wardrobe drawer - container
    bedroom_window living_room_window - openable
    floor_lamp desk_lamp radio television - device
    fern orchid - plant
    red_mug blue_mug plate towel sweater - washable
    milk bread keys scissors newspaper watering_can - item)
  (:init
    (robot-at hallway)
    (hand-free)
    (has-tap kitchen) (has-tap bathroom)
    (for-watering watering_can)
    (located kitchen_table kitchen) (located worktop kitchen)
    (located fridge kitchen) (located cupboard kitchen) (located radio kitchen)
    (located coffee_table living_room) (located sofa living_room)
    (located television living_room) (located floor_lamp living_room)
    (located fern living_room) (located living_room_window living_room)
    (located bed bedroom) (located desk bedroom) (located wardrobe bedroom)
    (located desk_lamp bedroom) (located orchid bedroom) (located bedroom_window bedroom)
    (located bathroom_shelf bathroom)
    (located drawer hallway)
    (open cupboard)
    (open bedroom_window)
    (switched-on radio)
    (switched-on television)
    (clean sweater)
    (on red_mug kitchen_table)
    (on milk kitchen_table)
    (on blue_mug coffee_table)
    (on plate desk)
    (on scissors desk)
    (on towel bed)
    (on sweater sofa)
    (on newspaper sofa)
    (on watering_can bathroom_shelf)
    (in bread cupboard)
    (in keys drawer))
  (:goal (and (in milk fridge) (not (open fridge)))))
