(define (problem linen_landing_1) (:domain linen_landing)
 (:objects bath_towel tea_towel sheet_blue sheet_white blanket pillowcase pyjamas - linen soap - item airing_cupboard dresser - cupboard
  basket_wicker basket_plastic landing_chair - place bed_guest bed_child - bed radiator iron - heater window_landing window_bath - window)
 (:init (stowed bath_towel landing_chair) (stowed tea_towel basket_wicker) (stowed sheet_blue landing_chair) (stowed sheet_white airing_cupboard) (stowed blanket basket_plastic)
  (stowed pillowcase basket_wicker) (stowed pyjamas landing_chair) (stowed soap dresser) (folded sheet_white) (folded tea_towel) (damp bath_towel) (damp pillowcase)
  (bare bed_guest) (cold radiator) (tilted window_landing) (latched airing_cupboard))
 (:goal (and (folded blanket))))
