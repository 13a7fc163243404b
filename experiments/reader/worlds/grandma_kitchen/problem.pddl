(define (problem sunday-dinner) (:domain grandma-kitchen)
 (:objects iron-skillet stockpot teakettle - cookware spuds carrots plum-preserve - foodstuff tablecloth dishcloth - linen
  worktop windowsill dining-table draining-board - surface cellar pantry dresser - storage coal-range spirit-stove - burner tabby dachshund - pet)
 (:init (hand-vacant) (at iron-skillet draining-board) (at stockpot dresser) (at teakettle worktop) (at spuds cellar) (at carrots worktop)
  (at plum-preserve pantry) (at tablecloth dresser) (at dishcloth windowsill) (unlatched pantry) (padlocked cellar) (ignited spirit-stove)
  (lidded teakettle) (lidded stockpot) (scoured stockpot) (outdoors dachshund) (ironed dishcloth))
 (:goal (and (fed tabby))))
