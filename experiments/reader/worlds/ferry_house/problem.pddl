(define (problem ferry_house-1)
  (:domain ferry_house)
  (:objects
    lmp_hall lmp_desk lmp_bed - lamp
    crt_left crt_right - curtain
    win_kitchen win_bath - window
    fern cactus ivy - plant
    cat rabbit hens - pet
    bk_red bk_blue - book
    mag pipe - item
    tbl desk shlf - spot)
  (:init
    (off lmp_hall)
    (thirsty fern) (thirsty ivy)
    (hungry cat) (hungry hens) (outside hens)
    (drawn crt_left) (ajar win_kitchen)
    (item_at bk_red tbl) (item_at bk_blue tbl) (item_at mag desk) (item_at pipe shlf)
    (dusty desk) (dusty shlf) (hand_free))
  (:goal (and (not (hungry cat)) (off lmp_desk))))
