(define (problem kitchen-diner-1)
 (:domain kitchen-diner)
 (:objects
  worktop dining_table sink - counter
  wall_cupboard - cupboard
  dishwasher - dishwasher
  gas_ring_front gas_ring_back - hob
  saucepan stockpot - pot
  plate_blue plate_white - plate
  fork spoon bread_knife - utensil
  apple banana - food
  tea_towel - cloth
  food_bin recycling_bin - bin)
 (:init
  (at_place worktop stockpot) (on_hob gas_ring_front saucepan)
  (hob_vacant gas_ring_back)
  (lit gas_ring_front)
  (covered stockpot)
  (at_place dining_table plate_blue) (at_place wall_cupboard plate_white)
  (at_place dining_table fork) (at_place dishwasher spoon) (at_place worktop bread_knife)
  (at_place dining_table apple) (at_place worktop banana) (at_place sink tea_towel)
  (dirty plate_blue) (dirty fork) (dirty stockpot)
  (washable plate_blue) (washable plate_white) (washable fork) (washable spoon)
  (washable bread_knife) (washable saucepan) (washable stockpot)
  (door_open dishwasher)
  (empty recycling_bin)
  (spilled worktop))
 (:goal (and (not (lit gas_ring_front)) (not (dirty plate_blue))))
)
