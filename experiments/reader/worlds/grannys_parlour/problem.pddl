(define (problem grannys_parlour_1) (:domain grannys_parlour)
 (:objects hymn_book cookbook reading_glasses sunglasses knitting pill_box - thing biscuit_tin sewing_tin - tin
  settee mantelpiece piano_top tea_trolley - surface piano_lamp floor_lamp - lamp mantel_clock cuckoo_clock - clock
  birdcage - cage gas_fire - fire curtain_street curtain_garden - curtain)
 (:init (upon piano_top hymn_book) (upon settee cookbook) (upon settee knitting) (inside reading_glasses biscuit_tin)
  (upon mantelpiece sunglasses) (upon tea_trolley pill_box) (lid_on biscuit_tin) (glowing floor_lamp) (stopped cuckoo_clock)
  (covered birdcage) (drawn curtain_garden))
 (:goal (and (lit gas_fire))))
