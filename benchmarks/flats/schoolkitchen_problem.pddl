(define (problem schoolkitchen_day)
  (:domain schoolkitchen)
  (:objects
    kitchen store dining_hall - area
    cook caretaker - person
    baking_tray serving_tray - tray
    soup_pot pasta_pot - pot
    potato_crate milk_crate fish_crate ladle key_ring - item
    freezer oven dishwasher - appliance
    sink_tap store_tap - tap
    serving_shutter store_shutter - shutter
    food_trolley flatbed_trolley - trolley)
  (:init
    (link kitchen store) (link store kitchen)
    (link kitchen dining_hall) (link dining_hall kitchen)
    (located cook kitchen) (located caretaker store)
    (located oven kitchen) (located dishwasher kitchen) (located freezer store)
    (located sink_tap kitchen) (located store_tap store)
    (located serving_shutter kitchen) (located store_shutter store)
    (washer dishwasher) (heavy potato_crate)
    (robot_in kitchen)
    (at food_trolley dining_hall) (at flatbed_trolley store)
    (in baking_tray oven) (on serving_tray food_trolley)
    (at soup_pot kitchen) (at pasta_pot store)
    (at potato_crate store) (on milk_crate flatbed_trolley) (at fish_crate kitchen)
    (at ladle store) (has cook key_ring)
    (clean baking_tray) (clean pasta_pot) (filled soup_pot)
    (open dishwasher) (open store_shutter)
    (running freezer) (running oven) (running sink_tap))
  (:goal (and (has cook ladle) (in fish_crate freezer)))
)
