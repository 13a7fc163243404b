(define (problem priory-vespers)
  (:domain old_priory)
  (:objects
    tall-candle stub-candle chapel-candle - candle
    hall-clock supper-bell - chime
    east-shutter west-shutter - shutter
    narrow-bed wide-bed - bed
    fern lavender ivy - plant
    white-sheet grey-sheet quilt - linen
    goblet salver - silver
    trunk table niche - spot)
  (:init
    (doused stub-candle)
    (stilled supper-bell)
    (latched east-shutter)
    (stripped narrow-bed) (abed grey-sheet wide-bed)
    (parched fern) (parched ivy)
    (folded white-sheet)
    (item-at white-sheet trunk) (item-at quilt table)
    (item-at goblet niche) (item-at salver table)
    (tarnished goblet) (tarnished salver)
    (arms-free))
  (:goal (and (doused chapel-candle) (not (parched ivy)))))
