; The early shift: the capper has jammed overnight.
(define (problem early-shift)
  (:domain bottling)
  (:objects
    rinser capper - machine
    bottle_filler jug_filler - filler
    infeed_conveyor outfeed_conveyor - conveyor
    whole_milk_tank skimmed_milk_tank cream_tank - tank
    filler_guard capper_guard - guard
    milk_crate cream_crate sample_crate - crate
    main_cold_room overflow_cold_room - cold_room)
  (:init
    (running outfeed_conveyor)
    (jammed capper)
    (open capper_guard)
    (connected bottle_filler whole_milk_tank)
    (chilled skimmed_milk_tank)
    (packed sample_crate))
  (:goal (and)))
