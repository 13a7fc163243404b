(define (problem sharehouse-evening)
  (:domain sharehouse)
  (:objects
    kitchen bathroom lounge - room
    fridge sofa dining_table bookshelf sink - furnishing
    milk guitar parcel textbook - item
    soup_bowl blue_mug red_mug - dish
    recycling_bin kitchen_bin - bin
    front_door back_door - door
    lounge_window bathroom_window - window
    nora felix yusuf ingrid - housemate)
  (:init
    (arm-idle)
    (has-water sink)
    (located milk dining_table) (located parcel dining_table) (located guitar sofa)
    (in-hands-of textbook felix)
    (located soup_bowl sink) (located blue_mug dining_table) (located red_mug dining_table)
    (grimy soup_bowl) (grimy blue_mug) (grimy red_mug)
    (overflowing recycling_bin) (overflowing kitchen_bin)
    (ajar lounge_window)
    (lit kitchen) (lit bathroom) (lit lounge)
    (floor-dirty kitchen) (floor-dirty bathroom) (floor-dirty lounge))
  (:goal (and (located milk fridge) (bolted front_door)))
)
