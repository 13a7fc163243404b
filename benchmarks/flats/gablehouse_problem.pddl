(define (problem gablehouse-1)
  (:domain gablehouse)
  (:objects
    kitchen hall livingroom linas_room theos_room attic - room
    mum grandpa lina theo - person
    red blue - colour
    kitchen_table counter sofa_table linas_bed theos_desk workbench - surface
    toolbox toy_chest broom_closet - container
    hall_lamp kitchen_lamp reading_lamp attic_ceiling_lamp bench_lamp - lamp
    kitchen_window linas_window skylight_north skylight_south - window
    screwdriver1 screwdriver2 hammer - tool
    cordless_drill sander - powertool
    mug1 mug2 - mug
    teddy train1 train2 kite - toy
    broom watering_can - utensil
    fern basil - plant)
  (:init
    (robot_at hall) (hand_free)
    (adjacent hall kitchen) (adjacent kitchen hall)
    (adjacent hall livingroom) (adjacent livingroom hall)
    (adjacent hall linas_room) (adjacent linas_room hall)
    (adjacent hall theos_room) (adjacent theos_room hall)
    (adjacent hall attic) (adjacent attic hall)
    (located kitchen_table kitchen) (located counter kitchen) (located sofa_table livingroom)
    (located linas_bed linas_room) (located theos_desk theos_room) (located workbench attic)
    (located toolbox attic) (located toy_chest linas_room) (located broom_closet hall)
    (located hall_lamp hall) (located kitchen_lamp kitchen) (located reading_lamp livingroom)
    (located attic_ceiling_lamp attic) (located bench_lamp attic)
    (located kitchen_window kitchen) (located linas_window linas_room)
    (located skylight_north attic) (located skylight_south attic)
    (grows_in fern livingroom) (grows_in basil kitchen)
    (person_in mum kitchen) (person_in grandpa attic) (person_in lina linas_room) (person_in theo livingroom)
    (repair_spot workbench) (charging_spot workbench) (lights_up bench_lamp workbench)
    (is_broom broom) (is_watering_can watering_can)
    (coloured screwdriver1 red) (coloured screwdriver2 blue) (coloured mug1 red) (coloured mug2 blue)
    (owned_by mug1 mum) (owned_by mug2 grandpa) (owned_by teddy lina) (owned_by train1 lina) (owned_by train2 theo)
    (owned_by kite theo) (owned_by hammer grandpa)
    (on mug1 kitchen_table) (on screwdriver1 kitchen_table) (on watering_can counter)
    (on teddy sofa_table) (on sander sofa_table) (on kite linas_bed) (on train2 theos_desk)
    (on mug2 workbench) (on cordless_drill workbench)
    (inside screwdriver2 toolbox) (inside train1 toy_chest) (inside broom broom_closet)
    (has grandpa hammer)
    (lid_open broom_closet)
    (lit kitchen_lamp) (lit attic_ceiling_lamp)
    (window_open linas_window) (window_open skylight_north) (window_open skylight_south)
    (broken train1) (broken train2)
    (dry fern) (dry basil)
    (sawdust attic) (sawdust hall))
  (:goal (and (on teddy linas_bed))))
