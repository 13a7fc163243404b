; The day before the opening: two puppets are broken, the red tin stands open.
(define (problem day-before)
  (:domain puppets)
  (:objects
    king witch - marionette
    crocodile kasper - glove-puppet
    window_hook stage_hook door_hook - hook
    ermine_cloak patched_coat - costume
    red_tin gold_tin black_tin - tin
    bandsaw glue_gun work_lamp - device)
  (:init
    (holding crocodile)
    (hung king window_hook) (hung witch stage_hook) (hung kasper door_hook)
    (broken witch) (broken crocodile)
    (strung king)
    (wearing king ermine_cloak)
    (open red_tin)
    (on work_lamp))
  (:goal (and (not (broken witch)) (strung witch) (painted king gold_tin) (wearing kasper patched_coat))))
