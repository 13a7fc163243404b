(define (problem tiny) (:domain tiny-house)
 (:objects loft - level bench_box wall_cupboard loft_cubby - stow fold_table murphy_bed - foldaway
  curtain_loft curtain_ground - curtain skylight - hatch gas_stove lantern - burner
  cup_tin mug_blue - drinkware dog_bowl - pet_bowl blanket_wool blanket_fleece - linen fern cactus - plant toolbag - gear)
 (:init (bot_on ground) (joins ground loft) (joins loft ground)
  (located bench_box ground) (located wall_cupboard ground) (located loft_cubby loft)
  (inside bench_box blanket_wool) (lying loft blanket_fleece) (inside wall_cupboard cup_tin) (lying loft mug_blue)
  (lying ground dog_bowl) (lying ground fern) (lying loft cactus) (lying ground toolbag)
  (folded_out fold_table) (opened skylight) (opened curtain_ground) (burning lantern) (watered cactus))
 (:goal (and (watered fern))))
