(define (problem dovecote-evening)
  (:domain dovecote)
  (:objects
    parlour scullery bedroom - room
    armchair desk bench - furniture
    wardrobe pantry chest - cabinet
    parlour-window bedroom-window - window
    stove record-player fan - machine
    grandma oskar - person
    pip coco - dove
    red-scarf blue-scarf - scarf
    atlas novel - book
    teacup - cup
    broom - sweeper)
  (:init
    (robot-in bedroom) (free-gripper) (has-tap scullery)
    (part-of armchair parlour) (part-of chest parlour) (part-of parlour-window parlour)
    (part-of desk bedroom) (part-of wardrobe bedroom) (part-of bedroom-window bedroom)
    (part-of bench scullery) (part-of pantry scullery)
    (plugged-in-at stove scullery) (plugged-in-at record-player parlour) (plugged-in-at fan bedroom)
    (stays-in grandma parlour) (stays-in oskar bedroom) (stays-in pip parlour) (stays-in coco parlour)
    (hinged wardrobe) (hinged pantry) (hinged chest) (hinged parlour-window) (hinged bedroom-window)
    (shut wardrobe) (shut chest)
    (idle record-player) (idle fan)
    (lies-at red-scarf armchair) (lies-at blue-scarf desk) (lies-at novel desk)
    (lies-at atlas chest) (lies-at teacup bench) (lies-at broom pantry)
    (swept scullery))
  (:goal (and (fed pip))))
