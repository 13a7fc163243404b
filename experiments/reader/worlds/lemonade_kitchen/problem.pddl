(define (problem lemonade_kitchen-1)
  (:domain lemonade_kitchen)
  (:objects
    fridge cupboard dishwasher bin - box
    table counter windowsill stove - top
    lemonade milk - drink
    bread cheddar lemon banana_peel - food
    red_mug blue_mug skillet - dish
    ceiling_lamp hood_lamp - lamp
    kettle radio - gadget)
  (:init
    (on milk counter) (on lemonade table) (on bread table)
    (in cheddar fridge) (on lemon windowsill) (on banana_peel counter)
    (on red_mug table) (on blue_mug counter) (on skillet stove)
    (dirty red_mug) (dirty blue_mug) (dirty skillet)
    (open cupboard) (lit hood_lamp) (running radio) (free-hand))
  (:goal (and (in milk fridge))))
