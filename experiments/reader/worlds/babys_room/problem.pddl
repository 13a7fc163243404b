(define (problem babys_room_1) (:domain babys_room)
 (:objects bear_plush rabbit_plush rattle - stuff
  sleep_sack muslin_cloth wool_blanket - cloth
  milk_bottle water_bottle - bottle
  drawer_upper drawer_lower - drawer
  toy_basket changing_table nursing_chair - open_place
  night_lamp ceiling_lamp - lamp
  blind_left blind_right - blind
  baby_monitor - device
  crib - cot)
 (:init (placed_at bear_plush nursing_chair) (placed_at rabbit_plush toy_basket) (placed_at rattle changing_table)
  (placed_at sleep_sack drawer_upper) (placed_at muslin_cloth nursing_chair) (placed_at wool_blanket changing_table)
  (placed_at milk_bottle changing_table) (placed_at water_bottle nursing_chair)
  (pulled_out drawer_lower) (dirty muslin_cloth) (folded sleep_sack) (full water_bottle)
  (dim night_lamp) (raised blind_left) (unplugged baby_monitor) (bare crib))
 (:goal (and (full milk_bottle))))
