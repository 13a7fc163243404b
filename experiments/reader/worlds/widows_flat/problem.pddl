(define (problem widows-flat-1) (:domain widows-flat)
 (:objects
  dining_table sofa worktop sink - surface
  sideboard fridge drawer_top drawer_bottom - box
  cup_blue cup_rose mug plate milk glasses newspaper - item
  lamp_floor lamp_reading - lamp
  window_kitchen window_bedroom - window
  fern - plant)
 (:init (hand_free)
  (placed dining_table cup_blue) (placed sideboard cup_rose) (placed worktop mug)
  (placed dining_table plate) (placed worktop milk) (placed sofa glasses) (placed sofa newspaper)
  (dirty cup_blue) (dirty plate)
  (washable cup_blue) (washable cup_rose) (washable mug) (washable plate)
  (is_sink sink)
  (opened sideboard) (opened drawer_top)
  (lit lamp_floor)
  (window_open window_bedroom)
  (radio_on))
 (:goal (and (placed fridge milk))))
