(define (problem p) (:domain beach-cabin)
  (:objects board-long board-short - board
    towel-striped towel-plain wetsuit - textile
    mackerel lemonade-bottle - food
    deck bunk counter - zone
    insulated-box footlocker - receptacle
    front-door window-shutter - aperture
    porch-luminaire table-luminaire - luminaire
    potted-palm - vegetation)
  (:init (hand-empty) (loc board-long deck) (loc board-short deck) (loc wetsuit deck) (loc towel-plain bunk)
    (stowed towel-striped footlocker) (desiccated towel-striped) (loc mackerel counter) (stowed lemonade-bottle insulated-box)
    (sealed insulated-box) (sealed window-shutter) (energized porch-luminaire))
  (:goal (and (hydrated potted-palm))))
