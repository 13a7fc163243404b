(define (problem p) (:domain utility-room)
 (:objects WM_01 TD_01 - drum_machine luminaire_C1 extraction_fan pressing_iron - fixture main_shutoff - valve
  load_whites load_darks load_wool - load detergent_ctr portable_light peg_pouch - article
  RU_shelf_01 RU_shelf_02 airing_frame - rack hamper_A hamper_B - bin)
 (:init (EE_FREE) (ENERGIZED pressing_iron) (ENERGIZED luminaire_C1) (HATCH_OPEN WM_01) (IS_WM WM_01) (IS_TD TD_01) (IS_DETERGENT detergent_ctr)
  (LOC_OF load_whites hamper_A) (LOC_OF load_darks hamper_B) (LOC_OF load_wool airing_frame) (LAUNDERED load_wool)
  (ART_AT detergent_ctr RU_shelf_02) (ART_AT portable_light RU_shelf_01) (ART_AT peg_pouch airing_frame))
 (:goal (and (LAUNDERED load_whites))))
