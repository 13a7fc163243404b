(define (problem houseboat_marigold-1)
  (:domain houseboat_marigold)
  (:objects galley saloon wheelhouse berth - cabin
            galley-counter saloon-table chart-table bunk-shelf - surface
            tin-mug china-mug - mug
            river-chart harbour-chart - chart
            big-parcel small-parcel - parcel
            aft-hatch fore-hatch wheel-hatch - hatch
            galley-fan berth-fan - ventilator
            saloon-radio ship-radio - radio
            weather jazz news - station)
  (:init (here saloon)
         (stands-in galley-counter galley) (stands-in saloon-table saloon)
         (stands-in chart-table wheelhouse) (stands-in bunk-shelf berth)
         (ladder aft-hatch saloon galley) (ladder aft-hatch galley saloon)
         (ladder fore-hatch saloon berth) (ladder fore-hatch berth saloon)
         (ladder wheel-hatch saloon wheelhouse) (ladder wheel-hatch wheelhouse saloon)
         (battened fore-hatch)
         (supports galley-counter tin-mug) (supports bunk-shelf china-mug)
         (supports chart-table river-chart) (supports saloon-table harbour-chart)
         (supports saloon-table big-parcel) (supports galley-counter small-parcel)
         (bright saloon) (bright wheelhouse)
         (vent-of galley-fan galley) (vent-of berth-fan berth)
         (whirring berth-fan)
         (radio-of saloon-radio saloon) (radio-of ship-radio wheelhouse)
         (tuned saloon-radio jazz) (tuned ship-radio news)
         (silenced ship-radio))
  (:goal (and (tuned ship-radio weather))))
