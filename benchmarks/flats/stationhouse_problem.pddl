(define (problem stationhouse_day)
  (:domain stationhouse)
  (:objects
    waiting_room ticket_office kitchen platform signal_box - room
    bench desk counter picnic_table bed - surface
    fridge wardrobe trunk - container
    dishwasher - dishwasher
    floor_lamp desk_lamp signal_lamp - lamp
    radiator - heater
    fern geranium - plant
    office_shutter kitchen_shutter - shutter
    blue_mug white_mug - mug
    hoodie raincoat - clothing
    milk guitar schoolbag novel - item)
  (:init
    (robot_in waiting_room) (hand_free)
    (adjacent waiting_room ticket_office) (adjacent ticket_office waiting_room)
    (adjacent waiting_room kitchen) (adjacent kitchen waiting_room)
    (adjacent waiting_room platform) (adjacent platform waiting_room)
    (adjacent platform signal_box) (adjacent signal_box platform)
    (located bench waiting_room) (located trunk waiting_room)
    (located floor_lamp waiting_room) (located radiator waiting_room) (located fern waiting_room)
    (located desk ticket_office) (located desk_lamp ticket_office) (located office_shutter ticket_office)
    (located counter kitchen) (located fridge kitchen) (located dishwasher kitchen) (located kitchen_shutter kitchen)
    (located picnic_table platform) (located geranium platform)
    (located bed signal_box) (located wardrobe signal_box) (located signal_lamp signal_box)
    (open dishwasher)
    (switched_on floor_lamp) (switched_on desk_lamp)
    (swept kitchen)
    (clean white_mug)
    (on blue_mug desk) (on white_mug counter) (on milk counter)
    (on hoodie bench) (on schoolbag bench) (on guitar bed) (on novel picnic_table)
    (in raincoat trunk))
  (:goal (and (in milk fridge))))
