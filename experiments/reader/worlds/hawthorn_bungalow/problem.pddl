(define (problem hawthorn_bungalow-1) (:domain hawthorn_bungalow)
  (:objects
    pipe harolds_glasses ediths_glasses pill_box hearing_aid - item
    blue_blanket tartan_blanket - cloth
    sewing_box display_cabinet nightstand_drawer - container
    side_table sofa mantelpiece - surface
    harolds_lamp ediths_lamp reading_lamp tv - device
    bay_curtain bedroom_curtain - curtain
    mantel_clock cuckoo_clock - clock)
  (:init
    (lies pipe sofa) (lies blue_blanket sofa)
    (lies hearing_aid side_table) (lies tartan_blanket side_table)
    (lies ediths_glasses mantelpiece)
    (inside sewing_box harolds_glasses)
    (inside nightstand_drawer pill_box)
    (shut sewing_box) (shut display_cabinet)
    (off harolds_lamp) (off reading_lamp)
    (drawn bay_curtain)
    (folded tartan_blanket)
    (empty-handed)
    (dusty mantelpiece) (dusty side_table)
    (wound mantel_clock))
  (:goal (and (lies harolds_glasses side_table) (shut nightstand_drawer))))
