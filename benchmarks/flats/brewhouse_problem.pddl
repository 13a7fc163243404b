(define (problem brewhouse_flat)
  (:domain brewhouse)
  (:objects
    kitchen lounge cellar - room
    kitchen_table bar_counter windowsill workbench - surface
    fridge cupboard crate - container
    floor_lamp cellar_lamp - lamp
    radio dehumidifier - gadget
    basin - sink
    beer_mug tea_mug jug - vessel
    cheese lemon - food
    fern basil - plant
    newspaper - paper
    bottle_opener - tool)
  (:init
    (robot_at lounge) (hand_empty)
    (located kitchen_table kitchen) (located fridge kitchen) (located cupboard kitchen) (located basin kitchen)
    (located bar_counter lounge) (located windowsill lounge) (located floor_lamp lounge) (located radio lounge)
    (located workbench cellar) (located crate cellar) (located cellar_lamp cellar) (located dehumidifier cellar)
    (on_top cheese kitchen_table) (on_top tea_mug kitchen_table) (on_top basil kitchen_table)
    (on_top beer_mug bar_counter) (on_top fern windowsill) (on_top newspaper workbench)
    (inside lemon fridge) (inside jug cupboard) (inside bottle_opener crate)
    (is_open crate)
    (switched_on floor_lamp) (switched_on cellar_lamp) (switched_on radio)
    (dirty beer_mug) (dirty tea_mug)
    (thirsty fern) (thirsty basil))
  (:goal (and (inside cheese fridge))))
