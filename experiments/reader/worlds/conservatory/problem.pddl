(define (problem conservatory_1) (:domain conservatory)
 (:objects mug_blue mug_white - mug trowel book cushion_green cushion_striped - item
  fern orchid cactus - plant wicker_chair bench table windowsill - spot
  lamp_standing lamp_table - lamp blind_left blind_right - blind heater - heater garden_door roof_vent - opening)
 (:init (gripper_free) (sits_on mug_blue table) (sits_on mug_white windowsill) (sits_on trowel bench)
  (sits_on book wicker_chair) (sits_on cushion_green wicker_chair) (sits_on cushion_striped bench)
  (sits_on fern windowsill) (sits_on orchid table) (sits_on cactus windowsill)
  (lit lamp_standing) (raised blind_left) (ajar garden_door) (thirsty fern) (thirsty orchid) (grubby mug_blue))
 (:goal (and (not (ajar garden_door)))))
