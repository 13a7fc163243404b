(define (problem minimal_flat_1) (:domain minimal_flat)
 (:objects floor_lamp desk_lamp strip_kitchen - light
  drawer_top drawer_bottom wardrobe - store desk worktop - surface
  mug_white mug_black glass hoodie keys passport - thing
  kettle projector speaker - appliance wall_bed ironing_board - foldable)
 (:init (contains desk mug_white) (contains worktop mug_black) (contains worktop glass) (contains desk hoodie) (contains worktop keys) (contains drawer_top passport)
  (closed drawer_bottom) (closed wardrobe) (off floor_lamp) (stowed wall_bed)
  (plugged_in projector) (plugged_in speaker) (has_sound projector) (has_sound speaker) (muted projector))
 (:goal (and (contains wardrobe hoodie))))
