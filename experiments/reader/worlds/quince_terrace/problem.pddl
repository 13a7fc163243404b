(define (problem quince_terrace_sickday)
  (:domain quince_terrace)
  (:objects
    bedroom kitchen hall - room
    delphine marek - person
    bedside_table armchair worktop hall_shelf - surface
    medicine_chest larder - cupboard
    bedroom_window - window
    bedroom_curtain - curtain
    bedside_lamp hall_lamp heater radio - device
    glass mug_flowered mug_plain - vessel
    hot_water_bottle soup - warmable
    tablets syrup - medicine
    novel crosswords - book
    pillow_big pillow_small - pillow
    the_quilt - quilt
    mobile - phone)
  (:init
    (robot-in hall) (hand-empty)
    (joins hall bedroom) (joins bedroom hall) (joins hall kitchen) (joins kitchen hall)
    (cooking-corner kitchen)
    (stays-in delphine bedroom) (in-bed delphine) (stays-in marek kitchen)
    (placed bedside_table bedroom) (placed armchair bedroom)
    (placed bedroom_window bedroom) (placed bedroom_curtain bedroom)
    (placed bedside_lamp bedroom) (placed heater bedroom)
    (placed worktop kitchen) (placed larder kitchen) (placed radio kitchen)
    (placed hall_shelf hall) (placed medicine_chest hall) (placed hall_lamp hall)
    (upon bedside_table glass) (upon bedside_table novel)
    (upon armchair the_quilt) (upon armchair pillow_big) (upon armchair pillow_small)
    (upon worktop soup) (upon worktop hot_water_bottle) (upon worktop mug_flowered)
    (upon hall_shelf crosswords) (upon hall_shelf mobile)
    (kept-in medicine_chest tablets) (kept-in medicine_chest syrup)
    (handed-to delphine mug_plain)
    (unclean mug_plain) (unclean mug_flowered)
    (flat pillow_big) (flat pillow_small)
    (loud mobile)
    (open bedroom_window) (open bedroom_curtain) (open larder)
    (turned-on bedside_lamp) (turned-on radio))
  (:goal (and (handed-to delphine tablets) (not (open bedroom_window)))))
