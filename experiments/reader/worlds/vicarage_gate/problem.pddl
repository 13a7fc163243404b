(define (problem vicarage_gate-1) (:domain vicarage_gate)
 (:objects blue-mug white-mug hymn-book prayer-book letter milk - item
  kitchen-table desk bookshelf - surface
  cupboard drawer fridge - container
  kitchen-window study-window - window
  hall-lamp study-lamp parlour-lamp - lamp
  study-curtains parlour-curtains - curtain
  fern ivy - plant mantel-clock - clock)
 (:init (on blue-mug kitchen-table) (on white-mug kitchen-table) (on hymn-book desk)
  (on letter desk) (in prayer-book drawer) (on milk kitchen-table)
  (shut cupboard) (shut drawer) (shut study-window)
  (lit hall-lamp) (drawn study-curtains)
  (dusty desk) (dusty bookshelf) (hand-empty))
 (:goal (and (in milk fridge) (shut fridge))))
