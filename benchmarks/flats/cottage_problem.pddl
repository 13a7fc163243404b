(define (problem cottage1) (:domain cottage)
  (:objects pantry dresser kitchen-table stove doormat porch armchair - furniture
    front-door back-door kitchen-window bedroom-window - opening
    heater lantern stereo - gadget
    soup potato carrot lemonade cheese - grocery
    teapot wine-glass water-glass jug - crockery
    sweater apron big-blanket small-blanket - garment
    leash food-bowl - pet-thing)
  (:init (agent-at porch) (hand-free)
    (can-open pantry) (can-open dresser) (can-open front-door) (can-open back-door) (can-open kitchen-window) (can-open bedroom-window) (can-open microwave) (can-open icebox)
    (is-open bedroom-window) (is-open pantry)
    (lockable front-door) (lockable back-door) (locked back-door)
    (powered stereo) (powered lantern)
    (object-at soup stove) (object-at potato pantry) (object-at carrot sink) (object-at lemonade kitchen-table) (object-at cheese kitchen-table)
    (object-at teapot kitchen-table) (object-at wine-glass kitchen-table) (object-at water-glass sink) (object-at jug stove)
    (object-at sweater armchair) (object-at apron clothesline) (object-at big-blanket porch) (object-at small-blanket armchair)
    (object-at leash doormat) (object-at food-bowl kitchen-table)
    (stained sweater) (stained apron) (dry sweater) (dry big-blanket)
    (can-wipe kitchen-table) (can-wipe stove) (can-wipe armchair))
  (:goal (and)))
