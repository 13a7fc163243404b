(define (problem fireplace_parlour_1) (:domain fireplace_parlour)
 (:objects hymn_book cookbook reading_glasses poker cushion_tartan - thing
  glass_tall glass_small - drink_vessel
  sideboard display_cabinet - cabinet
  sofa armchair mantelpiece piano - surface
  piano_lamp floor_lamp - light
  curtain_garden curtain_street - curtain
  mantel_clock - clock tv - tv fireplace - hearth)
 (:init (gripper_empty) (bears piano cookbook) (bears sideboard hymn_book) (bears armchair reading_glasses) (bears sofa poker)
  (bears sofa cushion_tartan) (bears mantelpiece glass_tall) (bears display_cabinet glass_small)
  (closed sideboard) (off piano_lamp) (drawn curtain_garden) (stopped mantel_clock)
  (empty glass_tall) (empty glass_small))
 (:goal (and (burning fireplace))))
