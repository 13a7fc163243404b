(define (problem saltmarsh_barge_evening)
  (:domain saltmarsh_barge)
  (:objects
    saloon_table counter draining_rack berth stove_top - surface
    galley_locker bench_locker coolbox - locker
    fore_hatch aft_hatch - hatch
    saloon_lamp galley_lamp berth_lamp - lamp
    stove - stove
    bilge_pump radio - device
    port_curtain starboard_curtain - curtain
    blue_mug white_mug tin_mug frying_pan - crockery
    oilskin jumper - clothing
    estuary_chart canal_chart - chart
    milk kettle windlass spectacles - item)
  (:init
    (hand-free)
    (at blue_mug saloon_table) (at estuary_chart saloon_table) (at canal_chart saloon_table)
    (at white_mug counter) (at milk counter) (at kettle counter)
    (at frying_pan stove_top)
    (at oilskin berth) (at spectacles berth)
    (stowed tin_mug galley_locker)
    (stowed jumper bench_locker) (stowed windlass bench_locker)
    (unwashed blue_mug) (unwashed frying_pan)
    (shut galley_locker) (shut coolbox) (shut fore_hatch)
    (bolted fore_hatch)
    (lit saloon_lamp)
    (running bilge_pump)
    (drawn port_curtain))
  (:goal (and (stowed milk coolbox) (lit stove))))
