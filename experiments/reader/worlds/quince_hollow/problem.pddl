(define (problem quince_hollow_may)
  (:domain quince_hollow)
  (:objects
    scullery garden shed greenhouse - place
    back_door shed_door greenhouse_door - gate
    scullery_shelf garden_bench workbench staging - spot
    tool_chest cold_frame - lidded
    granny_wren toby - person
    tomatoes rose basil - plant
    roof_vent side_vent - vent
    shed_lamp frost_heater - electrical
    green_can tin_can - can
    spade trowel hand_fork secateurs - tool
    leather_gloves cotton_gloves - gloves)
  (:init
    (me-at garden)
    (nothing-gripped)
    (water-butt garden)
    (way back_door scullery garden) (way back_door garden scullery)
    (way shed_door shed garden) (way shed_door garden shed)
    (way greenhouse_door greenhouse garden) (way greenhouse_door garden greenhouse)
    (latched greenhouse_door)
    (place-of scullery_shelf scullery)
    (place-of garden_bench garden) (place-of cold_frame garden)
    (place-of workbench shed) (place-of tool_chest shed)
    (place-of staging greenhouse)
    (place-of granny_wren greenhouse) (place-of toby garden)
    (place-of tomatoes greenhouse) (place-of basil greenhouse) (place-of rose garden)
    (place-of roof_vent greenhouse) (place-of side_vent greenhouse)
    (place-of shed_lamp shed) (place-of frost_heater greenhouse)
    (uncovered scullery_shelf) (uncovered garden_bench) (uncovered workbench) (uncovered staging)
    (uncovered cold_frame)
    (lies green_can garden_bench) (lies spade garden_bench)
    (lies tin_can staging) (lies trowel staging)
    (lies hand_fork tool_chest)
    (lies secateurs workbench) (lies leather_gloves workbench)
    (lies cotton_gloves scullery_shelf)
    (filled tin_can)
    (muddy spade) (muddy trowel)
    (thirsty tomatoes) (thirsty rose)
    (winched-open side_vent)
    (running shed_lamp))
  (:goal (and (not (thirsty tomatoes)))))
