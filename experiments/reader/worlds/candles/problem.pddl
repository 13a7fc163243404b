(define (problem candles-1) (:domain candle_works)
 (:objects beeswax paraffin - wax lavender cinnamon - additive copper_pot steel_pot - pot big_burner small_burner - burner
   pillar_mold star_mold taper_mold - mold window skylight - vent)
 (:init (bagged paraffin) (holds copper_pot beeswax) (vacant_pot steel_pot) (stands_on copper_pot big_burner) (set_aside steel_pot) (unoccupied small_burner)
   (active big_burner) (vacant pillar_mold) (vacant star_mold) (vacant taper_mold) (threaded star_mold) (greased taper_mold) (ajar skylight))
 (:goal (and (liquefied beeswax))))
