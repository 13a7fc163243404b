; The early shift: the night van stands open, the main belt runs, and one forklift is charging.
(define (problem early-shift)
  (:domain depot)
  (:objects
    red-crate blue-crate - crate
    small-box large-box - box
    brown-envelope white-envelope - envelope
    delivery-van night-van - van
    long-lorry - lorry
    main-belt side-belt - belt
    top-shelf bottom-shelf - shelf
    front-counter - counter
    north-gate south-gate - gate
    yellow-forklift grey-forklift - forklift)
  (:init
    (hands-empty)
    (at red-crate bottom-shelf) (at blue-crate main-belt)
    (at small-box top-shelf) (at large-box bottom-shelf)
    (at brown-envelope front-counter) (at white-envelope main-belt)
    (fragile blue-crate) (fragile small-box)
    (heavy red-crate) (heavy large-box)
    (wrapped small-box)
    (open night-van) (locked delivery-van) (locked long-lorry) (locked south-gate)
    (moving main-belt)
    (plugged-in yellow-forklift))
  (:goal (and (loaded red-crate night-van) (loaded small-box night-van) (not (moving main-belt)) (locked night-van))))
