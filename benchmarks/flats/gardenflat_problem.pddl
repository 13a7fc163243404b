(define (problem gardenflat_day)
  (:domain gardenflat)
  (:objects
    kitchen living_room nursery garden - room
    kitchen_counter dining_table sofa cot changing_table - surface
    fridge washing_machine toy_chest wardrobe - cupboard
    nursery_window kitchen_window - window
    garden_door - door
    night_light kitchen_light floor_lamp - lamp
    basil tomato - plant
    blue_bottle pink_bottle - bottle
    teddy bunny rattle - toy
    romper blanket - laundry
    nappies keys - item)
  (:init
    (robot_in kitchen) (hand_free)
    (next_to kitchen living_room) (next_to living_room kitchen)
    (next_to living_room nursery) (next_to nursery living_room)
    (leads garden_door living_room garden) (leads garden_door garden living_room)
    (located kitchen_counter kitchen) (located dining_table living_room)
    (located sofa living_room) (located cot nursery) (located changing_table nursery)
    (located fridge kitchen) (located washing_machine kitchen)
    (located toy_chest living_room) (located wardrobe nursery)
    (located nursery_window nursery) (located kitchen_window kitchen)
    (located garden_door living_room) (located garden_door garden)
    (located night_light nursery) (located kitchen_light kitchen) (located floor_lamp living_room)
    (located basil kitchen) (located tomato garden)
    (has_tap kitchen) (has_warmer kitchen_counter) (washes washing_machine)
    (on blue_bottle dining_table) (in pink_bottle fridge) (filled pink_bottle)
    (on teddy sofa) (on bunny sofa) (on rattle dining_table)
    (on romper changing_table) (on blanket sofa)
    (in nappies wardrobe) (on keys sofa)
    (open kitchen_window) (open washing_machine)
    (lit night_light) (lit kitchen_light)
    (watered basil))
  (:goal (and (lit floor_lamp))))
