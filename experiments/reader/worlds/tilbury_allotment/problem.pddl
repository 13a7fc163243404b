(define (problem tilbury-may) (:domain tilbury_allotment)
  (:objects
    left-arm right-arm - arm
    shed greenhouse yard - place
    tool-chest compost-bin - holder
    garden-gate shed-door - closable
    secateurs hedge-shears - blade
    trowel seed-packet - movable
    watering-can - can
    tomato basil fuchsia - pot
    garden-hose - hose
    rain-tap wall-tap - tap
    north-vent south-vent - vent
    leek-bed bean-bed - plot)
  (:init
    (idle left-arm) (idle right-arm)
    (location secateurs yard) (location fuchsia yard)
    (location watering-can shed)
    (location tomato greenhouse) (location basil greenhouse) (location seed-packet greenhouse)
    (contains tool-chest hedge-shears) (contains tool-chest trowel)
    (latched tool-chest) (latched garden-gate)
    (running rain-tap)
    (parched tomato) (parched fuchsia)
    (blunt secateurs)
    (weedy leek-bed)
    (lowered north-vent))
  (:goal (and (coiled garden-hose) (not (parched tomato)))))
