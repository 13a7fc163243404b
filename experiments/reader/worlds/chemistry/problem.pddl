(define (problem lesson_4) (:domain chemistry_class)
 (:objects large_beaker small_beaker - beaker tube_1 tube_2 tube_3 - tube bench fume_hood draining_board - station
  left_burner right_burner - burner acid lye copper_sulphate - reagent ada ben carla - pupil)
 (:init (claw_free) (sash_lowered fume_hood) (placed_at large_beaker bench) (placed_at small_beaker fume_hood) (placed_at tube_1 bench) (placed_at tube_2 bench)
  (placed_at tube_3 draining_board) (holds large_beaker copper_sulphate) (holds tube_2 lye) (cleansed tube_3) (cleansed tube_1) (valve_open right_burner) (ignited right_burner) (goggled ada))
 (:goal (and (holds tube_1 acid))))
