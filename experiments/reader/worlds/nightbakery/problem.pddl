(define (problem night-bakery-1) (:domain night-bakery)
  (:objects rye_unit wheat_unit brioche_unit - dough_unit  glaze_brush serrated_blade mixing_vessel - utensil
    RU_level_01 RU_level_02 RU_level_03 prep_surface - rack_level  baking_chamber proofing_chamber cold_chamber - chamber
    deck_oven - oven_unit  spiral_mixer - mixer_unit  tube_lights exhaust_hood radio_rx - aux_unit  shop_shutter - opening)
  (:init (unladen) (blade serrated_blade) (applicator glaze_brush) (at rye_unit prep_surface) (at wheat_unit proofing_chamber) (at brioche_unit cold_chamber) (at glaze_brush RU_level_01) (at serrated_blade prep_surface) (at mixing_vessel RU_level_03)
    (contaminated mixing_vessel) (heat_source baking_chamber deck_oven) (humid proofing_chamber) (closed baking_chamber) (closed cold_chamber) (proofed rye_unit)
    (engaged spiral_mixer) (engaged radio_rx) (engaged tube_lights) (raised shop_shutter))
  (:goal (and (baked rye_unit))))
