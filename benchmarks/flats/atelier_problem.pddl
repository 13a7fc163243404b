(define (problem atelier-afternoon)
  (:domain atelier)
  (:objects
    workshop kitchen bedroom - room
    workbench kitchen_table washbasin windowsill - spot
    tool_cabinet paint_cupboard - cabinet
    flat_brush round_brush - brush
    blue_paint white_paint varnish - tin
    hammer screwdriver glue_gun - tool
    stool birdhouse picture_frame - piece
    mug apron - article
    radio fan_heater work_lamp - device)
  (:init
    (robot-in kitchen)
    (gripper-free)
    (spot-in workbench workshop) (spot-in tool_cabinet workshop) (spot-in paint_cupboard workshop)
    (spot-in kitchen_table kitchen) (spot-in washbasin kitchen) (spot-in windowsill bedroom)
    (has-door tool_cabinet) (has-door paint_cupboard)
    (has-tap washbasin)
    (for-handiwork workbench)
    (device-in radio kitchen) (device-in fan_heater workshop) (device-in work_lamp workshop)
    (repairs screwdriver stool) (repairs glue_gun birdhouse) (repairs glue_gun picture_frame)
    (door-open tool_cabinet)
    (rests-at flat_brush workbench) (soiled flat_brush)
    (rests-at round_brush washbasin) (soiled round_brush)
    (rests-at blue_paint workbench) (rests-at white_paint workbench) (rests-at varnish paint_cupboard)
    (rests-at hammer kitchen_table) (rests-at screwdriver windowsill) (rests-at glue_gun workbench)
    (rests-at stool kitchen_table) (rests-at birdhouse workbench) (rests-at picture_frame workbench)
    (broken stool) (broken birdhouse)
    (coated picture_frame white_paint)
    (rests-at mug kitchen_table) (rests-at apron windowsill)
    (powered radio))
  (:goal (and (not (broken stool)) (lidded white_paint)))
)
