(define (problem florist-1) (:domain florist)
  (:objects roses_red roses_white tulips lilies ferns - bunch bucket_1 bucket_2 - bucket tall_vase crystal_vase - vase
    cold_room glass_fridge - cooler secateurs knife - blade neon_sign window_lamp - sign van_new van_old - van)
  (:init (hand-free) (stands-in roses_red bucket_1) (stands-in roses_white bucket_1) (stands-in tulips bucket_2)
    (stands-in lilies tall_vase) (stands-in ferns bucket_2) (full bucket_1) (full bucket_2) (full tall_vase)
    (ajar glass_fridge) (illuminated window_lamp) (hung-up secateurs) (hung-up knife))
  (:goal (and (wrapped tulips))))
