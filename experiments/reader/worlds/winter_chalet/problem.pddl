(define (problem winter_chalet_1) (:domain winter_chalet)
 (:objects mantelpiece bench boot_rack dining_table - spot chest - chest
  ski_boots walking_boots goggles mittens scarf thermos - gear
  stove - stove candle_tall candle_short - candle curtain_loft curtain_lounge - curtain
  bunk_upper bunk_lower - bunk radiator_hall radiator_loft - radiator)
 (:init (kept_at ski_boots bench) (kept_at walking_boots boot_rack) (kept_at goggles chest)
  (kept_at mittens bench) (kept_at scarf mantelpiece) (kept_at thermos dining_table)
  (locked chest) (damp ski_boots) (damp mittens) (alight stove) (alight candle_tall)
  (drawn curtain_loft) (bare bunk_upper) (turned_low radiator_hall))
 (:goal (and (alight candle_short))))
