(define (problem twins_nursery_p) (:domain twins_nursery)
  (:objects ada otto - child bea papa - adult
    on under beside - how
    crib-a crib-o - cotbed rocker - seat changing-table sill - ledge
    hamper dresser - store
    rabbit-white rabbit-grey - toy bottle-big bottle-small - bottle
    romper-yellow romper-green sunhat - clothes
    moon-light star-light - nightlight)
  (:init (handfree)
    (placed rabbit-grey under crib-o) (placed rabbit-white on rocker)
    (placed bottle-big on sill) (placed bottle-small beside changing-table)
    (stowed romper-green dresser) (stowed sunhat hamper)
    (dressed ada romper-yellow)
    (ajar hamper) (wet otto) (asleep ada)
    (unplugged star-light)
    (stands-by moon-light crib-a) (stands-by star-light crib-o)
    (lies-in ada crib-a) (lies-in otto crib-o)
    (of ada rabbit-white) (of otto rabbit-grey) (of ada romper-yellow) (of otto romper-green)
    (of otto bottle-big) (of ada bottle-small) (of bea sunhat)
    (of ada crib-a) (of otto crib-o))
  (:goal (and (not (wet otto)) (asleep otto) (with otto rabbit-grey))))
