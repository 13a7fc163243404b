(define (problem evening-milking)
  (:domain milking-parlour)
  (:objects daisy bluebell old-berta - bovine
    stall-1 stall-2 - stall holding-yard - yard
    gate-1 gate-2 - barrier cluster-a cluster-b - teat-unit
    bulk-cooler - machine churn-large churn-small - vessel
    scoop - ladle pressure-hose - hose)
  (:init (at daisy holding-yard) (at bluebell holding-yard) (at old-berta stall-2) (unoccupied stall-1) (soiled stall-2)
    (links gate-1 holding-yard stall-1) (links gate-2 holding-yard stall-2) (barred gate-1) (barred gate-2)
    (docked cluster-a) (docked cluster-b) (sanitised cluster-a) (powered bulk-cooler) (full churn-small)
    (fed old-berta) (hung scoop) (hung pressure-hose))
  (:goal (and (milked daisy)))
)
