(define (problem steamy_bathroom-1)
  (:domain steamy_bathroom)
  (:objects
    bath sink - basin
    toilet - loo
    mirror - glass
    shelf cabinet floor - ledge
    rail - hook
    hamper wastebin - basket
    twl_blue twl_white - towel
    duck toothpaste shampoo - item
    fern_big fern_small - plant
    hairdryer - electric
    tap_bath tap_sink - tap
    skylight side_window - window
    lamp_ceiling lamp_mirror - bulb)
  (:init
    (keeps bath duck) (keeps sink toothpaste) (keeps shelf shampoo)
    (keeps floor twl_blue) (keeps rail twl_white)
    (keeps shelf fern_big) (keeps cabinet fern_small)
    (keeps sink hairdryer)
    (damp twl_blue) (thirsty fern_big) (thirsty fern_small)
    (flowing tap_sink) (feeds tap_bath bath) (feeds tap_sink sink)
    (stoppered sink) (ajar side_window) (glowing lamp_mirror)
    (grimy bath) (grimy mirror) (grimy toilet))
  (:goal (and (not (thirsty fern_big)))))
