(define (problem watermill-morning)
  (:domain watermill)
  (:objects
    kitchen study bedroom - room
    kitchen_table desk nightstand bookshelf bed - surface
    kitchen_sink - sink
    fridge wardrobe - container
    kitchen_window bedroom_window - window
    desk_lamp bedside_lamp - lamp
    fern - plant
    red_mug blue_mug - mug
    jumper - garment
    milk cheese - food
    novel atlas - book
    watering_can - can)
  (:init
    (robot-in study) (hand-free)
    (connected kitchen study) (connected study kitchen)
    (connected study bedroom) (connected bedroom study)
    (located kitchen_table kitchen) (located kitchen_sink kitchen)
    (located fridge kitchen) (located kitchen_window kitchen)
    (located desk study) (located bookshelf study)
    (located desk_lamp study) (located fern study)
    (located nightstand bedroom) (located bed bedroom) (located wardrobe bedroom)
    (located bedroom_window bedroom) (located bedside_lamp bedroom)
    (on red_mug kitchen_table) (on blue_mug desk)
    (on milk kitchen_table) (inside cheese fridge)
    (on novel nightstand) (on atlas bookshelf)
    (on jumper bed) (on watering_can kitchen_table)
    (dirty red_mug) (dirty blue_mug) (thirsty fern)
    (open wardrobe) (open kitchen_window) (open bedroom_window)
    (lit desk_lamp))
  (:goal (and (robot-in study))))
