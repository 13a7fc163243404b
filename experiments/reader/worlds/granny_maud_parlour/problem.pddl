(define (problem granny_maud_parlour-p)
  (:domain granny_maud_parlour)
  (:objects
    tea-table side-table mantelpiece armchair - furniture
    china-cabinet sewing-box - container
    teacup-rose teacup-plain - cup
    eggcup cake-stand - dish
    specs-maud specs-fred album prayerbook - keepsake
    shawl tablecloth - textile
    cushion-velvet cushion-small - cushion
    mantel-clock cuckoo-clock - clock
    candle-tall candle-stub - candle
    curtains - drape
    tibby - cat)
  (:init
    (location teacup-rose china-cabinet) (location cake-stand china-cabinet)
    (location teacup-plain tea-table) (location eggcup tea-table)
    (location tablecloth tea-table)
    (location specs-maud mantelpiece) (location specs-fred sewing-box)
    (location album side-table) (location prayerbook armchair)
    (location shawl armchair)
    (location cushion-velvet armchair) (location cushion-small side-table)
    (shut china-cabinet)
    (wound cuckoo-clock) (burning candle-tall) (hungry tibby)
    (soiled teacup-plain) (soiled eggcup))
  (:goal (and (wound mantel-clock) (location teacup-rose tea-table))))
