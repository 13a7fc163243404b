(define (problem cobbler-1) (:domain cobbler)
 (:objects brogue sandal dancing-shoe - shoe riding-boot hiking-boot - boot counter pigeonhole shop-window - location
  sole-press - press brush-wheel - polisher rubber-cement - cement brown-wax black-wax - wax)
 (:init (hand-free) (kept-at brogue counter) (kept-at sandal pigeonhole) (kept-at dancing-shoe counter) (kept-at riding-boot counter) (kept-at hiking-boot shop-window)
  (laced brogue) (laced hiking-boot) (resoled hiking-boot) (ticketed sandal) (lidded rubber-cement) (lidded black-wax) (active brush-wheel))
 (:goal (and (resoled brogue))))
