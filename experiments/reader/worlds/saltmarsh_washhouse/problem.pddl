(define (problem saltmarsh_washhouse_1)
  (:domain saltmarsh_washhouse)
  (:objects
    milo bea - person
    striped-towel white-towel hand-towel - towel
    heated-rail door-hook - rail
    sill bath-edge stool laundry-basket - ledge
    bath - tub
    sink - basin
    bath-hot-tap bath-cold-tap sink-tap - tap
    wall-mirror shaving-mirror - mirror
    washhouse-window washhouse-door - opening
    ceiling-light mirror-light - light
    soap shampoo red-toothbrush green-toothbrush razor rubber-duck - toiletry)
  (:init
    (grip-free)
    (hangs heated-rail striped-towel)
    (hangs door-hook hand-towel)
    (sits stool white-towel)
    (damp white-towel)
    (sits bath-edge soap)
    (sits bath-edge shampoo)
    (sits sill red-toothbrush)
    (sits sill razor)
    (sits sill rubber-duck)
    (sits stool green-toothbrush)
    (feeds bath-hot-tap bath)
    (feeds bath-cold-tap bath)
    (feeds sink-tap sink)
    (flowing bath-cold-tap)
    (plugged sink)
    (full sink)
    (steamy wall-mirror)
    (ajar washhouse-window)
    (glowing mirror-light)
    (grubby milo))
  (:goal (and (full bath) (not (steamy wall-mirror)))))
