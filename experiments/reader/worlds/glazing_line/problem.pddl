(define (problem friday-batch)
  (:domain glazing-line)
  (:objects tall-vase bud-vase - vase ramen-bowl - bowl teapot milk-jug - pot
    celadon tenmoku clear-glaze - glaze
    kiln-electric kiln-gas - kiln
    drying-rack workbench display-plinth - surface
    booth-fan roof-fan - fan)
  (:init (resting tall-vase drying-rack) (resting bud-vase workbench) (resting ramen-bowl drying-rack)
    (resting teapot workbench) (resting milk-jug drying-rack) (claw-empty)
    (unglazed tall-vase) (unglazed bud-vase) (unglazed ramen-bowl) (unglazed teapot) (coated milk-jug clear-glaze)
    (foot-wiped milk-jug) (lidded celadon) (lidded tenmoku) (agitated clear-glaze)
    (ajar kiln-electric) (energised kiln-gas) (aspirating roof-fan))
  (:goal (and (vitrified tall-vase)))
)
