(define (problem den-1) (:domain gamers-den)
 (:objects hoodie socks - garment controller_black controller_white - pad pizza_box - junk
  mug_star bowl_chips - crockery
  sofa desk floor bin - open_spot
  drawer_left drawer_right - drawer washing_machine - washer
  monitor_big monitor_small - monitor console - console lamp_desk lamp_lava - light
  blind - blind)
 (:init (at_place hoodie floor) (at_place socks sofa) (at_place controller_black sofa)
  (at_place controller_white drawer_left) (at_place pizza_box desk) (at_place mug_star desk)
  (at_place bowl_chips floor)
  (is_open washing_machine) (is_open drawer_right)
  (powered monitor_big) (powered console) (powered lamp_lava) (muted monitor_small)
  (charging controller_white) (dirty bowl_chips) (dirty hoodie) )
 (:goal (at_place pizza_box bin)))
