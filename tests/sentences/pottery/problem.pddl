; Four pots on the drying rack, two of them damp.
(define (problem studio)
  (:domain pottery)
  (:objects
    tall_vase small_vase - vase
    tea_bowl soup_bowl - bowl
    electric_kiln gas_kiln - kiln
    white_glaze lead_glaze - glaze
    drying_rack display_shelf - shelf)
  (:init
    (hand_free)
    (on tall_vase drying_rack) (on small_vase drying_rack) (on tea_bowl drying_rack) (on soup_bowl drying_rack)
    (damp tall_vase) (damp soup_bowl)
    (delicate tall_vase))
  (:goal (and)))
