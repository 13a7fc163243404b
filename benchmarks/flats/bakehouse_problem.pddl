(define (problem bakehouse-day)
  (:domain bakehouse)
  (:objects
    bakehouse kitchen living_room kids_room bedroom - room
    workbench kitchen_table windowsill nightstand - surface
    emil_bed lotte_bed parents_bed - bed
    bread_oven - oven
    fridge broom_closet toy_chest radio - fixture
    living_room_shutters bedroom_shutters - shutters
    living_room_lamp kids_room_lamp - lamp
    rye_loaf wheat_loaf - loaf
    sourdough_starter - starter
    flour_bag - flour
    kitchen_broom - broom
    pirate_book dragon_book - book
    teddy - toy
    butter - food)
  (:init
    (robot-at kitchen)
    (hand-empty)
    (connected bakehouse kitchen) (connected kitchen bakehouse)
    (connected kitchen living_room) (connected living_room kitchen)
    (connected living_room kids_room) (connected kids_room living_room)
    (connected living_room bedroom) (connected bedroom living_room)
    (surface-at workbench bakehouse)
    (surface-at kitchen_table kitchen)
    (surface-at windowsill living_room)
    (surface-at nightstand bedroom)
    (surface-at emil_bed kids_room)
    (surface-at lotte_bed kids_room)
    (surface-at parents_bed bedroom)
    (fixture-at bread_oven bakehouse)
    (fixture-at fridge kitchen)
    (fixture-at broom_closet kitchen)
    (fixture-at radio kitchen)
    (fixture-at toy_chest kids_room)
    (fixture-at living_room_shutters living_room)
    (fixture-at bedroom_shutters bedroom)
    (fixture-at living_room_lamp living_room)
    (fixture-at kids_room_lamp kids_room)
    (container bread_oven) (container fridge) (container broom_closet) (container toy_chest)
    (openable bread_oven) (openable fridge) (openable broom_closet) (openable toy_chest)
    (openable living_room_shutters) (openable bedroom_shutters)
    (switchable bread_oven) (switchable radio)
    (switchable living_room_lamp) (switchable kids_room_lamp)
    (on rye_loaf workbench)
    (on wheat_loaf workbench)
    (on flour_bag workbench)
    (on sourdough_starter kitchen_table)
    (on butter kitchen_table)
    (in kitchen_broom broom_closet)
    (on pirate_book windowsill)
    (on teddy windowsill)
    (on dragon_book emil_bed)
    (open toy_chest)
    (open living_room_shutters)
    (turned-on radio)
    (turned-on living_room_lamp)
    (turned-on kids_room_lamp)
    (made lotte_bed)
    (swept kitchen))
  (:goal (and (baked rye_loaf))))
