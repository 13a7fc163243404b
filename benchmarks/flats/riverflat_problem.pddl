(define (problem riverflat-1)
  (:domain riverflat)
  (:objects
    kitchen hallway bathroom priyas_room toms_room yusufs_room - room
    kitchen_door bathroom_door priyas_door toms_door yusufs_door - door
    priya tom yusuf - student
    black green - colour
    kitchen_table sink clothes_rack priyas_desk toms_desk hall_shelf - surface
    fridge cupboard washing_machine - storage
    priyas_blind toms_blind yusufs_blind - blind
    kitchen_radiator priyas_radiator toms_radiator - radiator
    waste_bin paper_bin - bin
    pan bowl1 bowl2 - dish
    hoodie1 hoodie2 jeans - garment
    milk oat_milk - food
    laptop - gadget
    keys - item
    letter - paper)
  (:init
    (bot-in hallway) (gripper-empty)
    (leads kitchen_door hallway kitchen) (leads kitchen_door kitchen hallway)
    (leads bathroom_door hallway bathroom) (leads bathroom_door bathroom hallway)
    (leads priyas_door hallway priyas_room) (leads priyas_door priyas_room hallway)
    (leads toms_door hallway toms_room) (leads toms_door toms_room hallway)
    (leads yusufs_door hallway yusufs_room) (leads yusufs_door yusufs_room hallway)
    (door-open kitchen_door) (door-open priyas_door) (door-open yusufs_door)
    (room-of priyas_room priya) (room-of toms_room tom) (room-of yusufs_room yusuf)
    (stands-in kitchen_table kitchen) (stands-in sink kitchen) (stands-in fridge kitchen) (stands-in cupboard kitchen)
    (stands-in clothes_rack bathroom) (stands-in washing_machine bathroom)
    (stands-in priyas_desk priyas_room) (stands-in toms_desk toms_room) (stands-in hall_shelf hallway)
    (blind-of priyas_blind priyas_room) (blind-of toms_blind toms_room) (blind-of yusufs_blind yusufs_room)
    (radiator-of kitchen_radiator kitchen) (radiator-of priyas_radiator priyas_room) (radiator-of toms_radiator toms_room)
    (bin-of waste_bin kitchen) (bin-of paper_bin hallway)
    (washes-dishes sink) (washes-clothes washing_machine)
    (belongs-to hoodie1 tom) (belongs-to hoodie2 priya) (belongs-to jeans yusuf)
    (belongs-to laptop priya) (belongs-to letter tom)
    (has-colour hoodie1 black) (has-colour hoodie2 green)
    (has-colour bowl1 green) (has-colour bowl2 black)
    (at pan sink) (at bowl1 kitchen_table) (at milk kitchen_table) (at laptop kitchen_table)
    (at oat_milk fridge) (at bowl2 toms_desk) (at hoodie1 toms_desk) (at hoodie2 priyas_desk)
    (at jeans clothes_rack) (at keys hall_shelf) (at letter hall_shelf)
    (dirty pan) (dirty bowl1) (dirty bowl2) (dirty hoodie1) (dirty hoodie2)
    (shut fridge) (shut cupboard)
    (lowered priyas_blind) (lowered toms_blind)
    (heating-on kitchen_radiator) (heating-on toms_radiator)
    (full waste_bin) (full paper_bin))
  (:goal (and (at milk fridge))))
