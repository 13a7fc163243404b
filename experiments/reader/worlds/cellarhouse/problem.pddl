(define (problem cellar-house-1) (:domain cellar-house)
  (:objects hallway - chamber
    workshop-door cellar-door - door
    workbench pegboard larder-shelf hall-table - spot
    chisel spanner screwdriver - implement
    plum-jam pickled-gherkins cherry-jam - jar
    oil-boiler sump-pump - appliance
    circuit-1 circuit-2 - circuit)
  (:init (robot-at hallway) (hand-idle)
    (joins workshop-door hallway workshop) (joins workshop-door workshop hallway)
    (joins cellar-door hallway cellar) (joins cellar-door cellar hallway)
    (latched cellar-door)
    (within workbench workshop) (within pegboard workshop) (within larder-shelf cellar) (within hall-table hallway)
    (resting-on chisel workbench) (resting-on spanner pegboard) (resting-on screwdriver hall-table)
    (resting-on plum-jam larder-shelf) (resting-on pickled-gherkins larder-shelf) (resting-on cherry-jam hall-table)
    (circuit-live circuit-1) (circuit-live circuit-2) (feeds circuit-1 bench-grinder) (feeds circuit-2 oil-boiler) (feeds circuit-2 sump-pump)
    (sited bench-grinder workshop) (sited oil-boiler cellar) (sited sump-pump cellar)
    (running oil-boiler))
  (:goal (and (honed chisel))))
