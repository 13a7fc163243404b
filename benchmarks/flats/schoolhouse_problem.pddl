(define (problem schoolhouse-1)
  (:domain schoolhouse)
  (:objects
    kitchen classroom bedroom - room
    kitchen_table desk sofa bed - surface
    fridge cupboard toy_chest - container
    milk red_apple green_apple - food
    blue_mug white_mug - dish
    newspaper teddy - item
    reading_lamp kitchen_light bedside_lamp - lamp)
  (:init
    (robot-at classroom) (hand-empty) (has-sink kitchen)
    (located kitchen_table kitchen) (located fridge kitchen) (located cupboard kitchen)
    (located desk classroom) (located sofa classroom) (located toy_chest classroom)
    (located bed bedroom)
    (lamp-at reading_lamp classroom) (lamp-at kitchen_light kitchen) (lamp-at bedside_lamp bedroom)
    (lit reading_lamp) (lit kitchen_light)
    (open cupboard)
    (on milk kitchen_table) (on white_mug kitchen_table)
    (on red_apple desk) (on green_apple desk) (on blue_mug desk)
    (on teddy sofa) (on newspaper bed))
  (:goal (and (inside milk fridge) (not (open fridge)))))
