(define (problem drovers_snug-p)
  (:domain drovers_snug)
  (:objects
    hnd_l hnd_r - hand
    tbl_rnd tbl_lng - tbl
    shlf bar - spot
    pint_stout pint_lager cider - drink
    chess dominoes - game
    darts_red darts_blue - dart
    cue jkt ashtray - item
    lmp_dart lmp_door - lmp
    juke tv1 - machine
    fire1 stove1 - grate
    hatch1 - hatch)
  (:init
    (free hnd_l) (free hnd_r)
    (loc pint_stout tbl_rnd) (loc pint_lager tbl_lng) (loc cider bar)
    (loc chess shlf) (loc dominoes tbl_rnd) (laid_out dominoes)
    (loc cue tbl_lng) (loc darts_red tbl_lng) (loc darts_blue shlf)
    (loc jkt tbl_rnd) (loc ashtray bar)
    (on lmp_door) (on juke) (loud juke)
    (burning fire1) (drained pint_stout))
  (:goal (and (on tv1) (loc pint_stout bar))))
