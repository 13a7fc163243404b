(define (problem p) (:domain parlour)
 (:objects hearth-grate oil-lamp standard-lamp - burner window-drapery - hanging feline-1 canary - animal mantel-clock - timepiece
  knitting eyeglasses silver-jug silver-frame letter-bundle - article
  armchair footstool side-table mantelshelf - surface work-basket writing-bureau glass-cabinet - container)
 (:init (grip-idle) (ignited hearth-grate) (ignited oil-lamp) (drawn window-drapery) (perched-at feline-1 armchair) (perched-at canary mantelshelf)
  (set-upon knitting armchair) (set-upon eyeglasses mantelshelf) (set-upon silver-jug side-table) (set-upon letter-bundle side-table) (stowed silver-frame glass-cabinet)
  (unsealed work-basket) (tarnished silver-jug) (tarnished silver-frame))
 (:goal (and (wound mantel-clock))))
