(define (problem second-week)
  (:domain caravan)
  (:objects
    kitchen-end lounge-end pitch - zone
    worktop fold-table - top
    gas-hob water-pump strip-light - machine
    awning bunk - foldaway
    entry-door roof-vent - opening
    coolbox top-locker - storage
    enamel-mug tin-mug tin-plate - dish
    milk cheese torch road-map - portable)
  (:init
    (robot-in kitchen-end) (hands-free)
    (located worktop kitchen-end) (located coolbox kitchen-end) (located gas-hob kitchen-end)
    (located water-pump kitchen-end) (located entry-door kitchen-end)
    (located fold-table lounge-end) (located top-locker lounge-end) (located bunk lounge-end)
    (located strip-light lounge-end) (located roof-vent lounge-end)
    (located awning pitch)
    (on-top milk worktop) (on-top enamel-mug worktop) (on-top tin-plate worktop)
    (on-top road-map worktop)
    (inside tin-mug top-locker) (inside torch top-locker) (inside cheese coolbox)
    (closed coolbox) (closed entry-door)
    (running water-pump) (running strip-light)
    (unfolded bunk)
    (washed tin-mug))
  (:goal (and)))
