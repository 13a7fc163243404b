(define (problem heritage_house_1) (:domain heritage_house)
 (:objects candle_brass candle_silver - candle mantel_clock pocket_watch - clock
  visitor_book prayer_book paper_knife fruit_knife spectacles shawl - keepsake
  mantelpiece sideboard window_seat bureau - ledge
  front_door garden_door - door curtain_library curtain_parlour - curtain chaise rocking_chair - seat)
 (:init (stands_on candle_brass mantelpiece) (stands_on candle_silver sideboard) (stands_on mantel_clock mantelpiece) (stands_on pocket_watch bureau)
  (stands_on visitor_book bureau) (stands_on prayer_book window_seat) (stands_on paper_knife bureau) (stands_on fruit_knife sideboard)
  (stands_on spectacles window_seat) (stands_on shawl window_seat)
  (burning candle_brass) (bolted front_door) (drawn curtain_library) (stopped mantel_clock) (sheeted chaise))
 (:goal (and (burning candle_silver))))
