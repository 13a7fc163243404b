(define (problem verdigris_loft-tuesday)
  (:domain verdigris_loft)
  (:objects
    seascape portrait pears blank_canvas - canvas
    hog_brush fan_brush sable_brush - brush
    jam_jar pickle_jar - jar
    tube_cobalt tube_ochre tube_white - tube
    palette - palette
    mug_chipped mug_enamel - mug
    moka_pot - pot
    worktable windowsill canvas_rack footstool - surface
    top_drawer bottom_drawer - drawer
    big_easel table_easel - easel
    skylight street_window - window
    easel_lamp clip_lamp bedside_lamp - lamp
    radio fan_heater - appliance
    sofa_bed - bed)
  (:init
    (hand-idle)
    (mounted seascape big_easel) (bare table_easel)
    (sits portrait canvas_rack) (sits pears canvas_rack) (sits blank_canvas canvas_rack)
    (within hog_brush jam_jar) (sits fan_brush worktable) (within sable_brush top_drawer)
    (clogged hog_brush) (clogged fan_brush)
    (sits jam_jar worktable) (murky jam_jar) (sits pickle_jar windowsill)
    (sits tube_cobalt worktable) (sits tube_white worktable) (within tube_ochre bottom_drawer)
    (capped tube_ochre)
    (sits palette worktable)
    (sits mug_chipped worktable) (sits mug_enamel windowsill) (sits moka_pot footstool)
    (slim hog_brush) (slim fan_brush) (slim sable_brush)
    (slim tube_cobalt) (slim tube_ochre) (slim tube_white)
    (hollow jam_jar) (hollow pickle_jar) (hollow top_drawer) (hollow bottom_drawer)
    (ajar street_window)
    (powered bedside_lamp) (powered radio))
  (:goal (and (mounted portrait table_easel) (ajar skylight))))
