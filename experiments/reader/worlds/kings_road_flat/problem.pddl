(define (problem kings_road_1) (:domain kings_road)
 (:objects lounge hall bedroom - room sofa coffee_table wardrobe shoe_rack - furniture
  coat_blue coat_grey reading_glasses sunglasses novel slippers - thing
  lounge_curtain bedroom_curtain - curtain tv radio - sound_device iron fan - electric front_door - door)
 (:init (robot_in lounge) (arm_free) (located lounge sofa) (located lounge coffee_table) (located bedroom wardrobe) (located hall shoe_rack)
  (located lounge lounge_curtain) (located bedroom bedroom_curtain) (located lounge tv) (located bedroom radio)
  (located lounge iron) (located bedroom fan) (located hall front_door)
  (has sofa coat_blue) (has sofa novel) (has wardrobe coat_grey) (has wardrobe slippers) (has coffee_table reading_glasses) (has shoe_rack sunglasses)
  (drawn bedroom_curtain) (muted radio) (plugged_in iron) (unlocked front_door))
 (:goal (plugged_in fan)))
