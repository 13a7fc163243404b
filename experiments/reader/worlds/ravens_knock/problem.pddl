(define (problem ravens_knock-snow)
  (:domain ravens_knock)
  (:objects
    hearth bench bunk table peg woodbox - place
    ewald ivy - person
    moss - dog
    blanket-grey blanket-tartan - blanket
    ewalds-boots ivys-mittens parka - clothing
    birch-log - log
    kettle stewpot - vessel
    axe almanac pipe - oddment
    stove - stove
    lantern-door lantern-bunk lantern-table - lamp
    shutter-north shutter-south - shutter
    cabin-door - door)
  (:init
    (handempty)
    (beside-stove hearth)
    (at blanket-grey bunk) (at blanket-tartan bench)
    (at ewalds-boots bench) (at ivys-mittens table) (at parka peg)
    (at birch-log woodbox)
    (at kettle table) (at stewpot hearth)
    (at axe table) (at almanac bunk)
    (with pipe ewald)
    (glowing lantern-door) (glowing lantern-table)
    (barred shutter-north)
    (wet ewalds-boots) (wet ivys-mittens)
    (cold kettle) (cold stewpot)
    (unfed moss))
  (:goal (and (alight stove) (bolted cabin-door) (barred shutter-south))))
