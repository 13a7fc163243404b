(define (problem pantry_day) (:domain cottagepantry)
 (:objects plum_jar honey_jar pickle_jar - jar white_jug blue_jug - jug bread ham cheese - food
  pantry_door window cellar_hatch - opening ceiling_lamp lantern - lamp
  top_shelf bottom_shelf - shelf table - surface corner_cupboard - cupboard)
 (:init (hand_empty) (on plum_jar table) (on honey_jar top_shelf) (on pickle_jar bottom_shelf) (on white_jug table) (on blue_jug bottom_shelf)
  (on bread corner_cupboard) (on ham table) (on cheese top_shelf) (open window) (open pantry_door) (sealed honey_jar) (sealed pickle_jar)
  (labelled pickle_jar) (full blue_jug) (lit ceiling_lamp) (swept top_shelf))
 (:goal (and (not (open window)))))
