(define (problem harvest)
  (:domain orchard)
  (:objects
    kitchen living_room garden - place
    kitchen_table windowsill garden_bench - surface
    apple_tree pear_tree - tree
    floor_lamp porch_light - lamp
    front_door garden_gate - door
    fridge cupboard shed - container
    apples - fruit
    white_mug blue_mug - mug
    cider - drink
    ladder - tool)
  (:init
    (robot_at kitchen) (hand_free)
    (located kitchen_table kitchen) (located fridge kitchen) (located cupboard kitchen)
    (located windowsill living_room) (located floor_lamp living_room) (located front_door living_room)
    (located garden_bench garden) (located apple_tree garden) (located pear_tree garden)
    (located porch_light garden) (located garden_gate garden) (located shed garden)
    (on apples kitchen_table) (on white_mug kitchen_table) (on blue_mug windowsill)
    (in cider fridge) (in ladder shed)
    (open garden_gate) (open cupboard)
    (locked front_door)
    (lit porch_light)
    (washed blue_mug))
  (:goal (and)))
