(define (problem galley_dandelion_morning)
  (:domain galley_dandelion)
  (:objects
    draining-board fold-table cabin-roof - shelf
    port-locker starboard-locker bread-bin - locker
    stern-hatch side-hatch - hatch
    brass-lamp galley-lantern bunk-lamp - lamp
    ring-left ring-right - burner
    galley-tap - tap
    bow-bilge - bilge
    skipper nan - crew
    kettle soup-pan - pot
    tin-mug enamel-mug windlass torch biscuits - thing)
  (:init
    (gripper-empty)
    (item-at windlass fold-table) (item-at kettle draining-board)
    (item-at tin-mug draining-board) (item-at enamel-mug draining-board)
    (stowed port-locker torch) (stowed bread-bin biscuits)
    (stands-on soup-pan ring-left) (full soup-pan) (lit ring-left)
    (lit brass-lamp)
    (latched port-locker) (latched bread-bin) (latched stern-hatch)
    (dripping galley-tap) (flooded bow-bilge))
  (:goal (and (carried-by nan enamel-mug) (not (flooded bow-bilge)))))
