(define (problem nursery-bedroom-1) (:domain nursery-bedroom)
  (:objects plush_bear plush_rabbit wooden_train - toy
    onesie_striped cardigan_yellow - garment
    toy_chest wardrobe_1 - receptacle
    changing_table shelf_low rug - support
    night_luminaire ceiling_luminaire audio_monitor humidifier musical_mobile - device
    roller_blind curtain_pair - covering
    mia leo - infant)
  (:init (located plush_bear rug) (located plush_rabbit shelf_low) (located wooden_train rug)
    (located onesie_striped changing_table) (located cardigan_yellow wardrobe_1) (gripper_free)
    (shut wardrobe_1) (shut toy_chest) (energized ceiling_luminaire) (energized musical_mobile) (drawn curtain_pair) (dry leo) (dormant leo))
  (:goal (and (dormant mia))))
