(define (problem farm-1) (:domain farm-kitchen)
 (:objects table worktop sink - surface
  pantry larder_fridge dresser - cupboard
  egg_brown egg_white bread_dough butter - food
  jar_honey jar_pickles jar_jam - jar
  bowl_big bowl_small jug - crockery
  oven hob - appliance)
 (:init (hand_empty)
  (kept egg_brown worktop) (kept egg_white larder_fridge) (kept bread_dough worktop) (kept butter table)
  (kept jar_honey table) (kept jar_pickles pantry) (kept jar_jam table)
  (lid_on jar_pickles) (lid_on jar_honey)
  (kept bowl_big sink) (kept bowl_small dresser) (kept jug table)
  (clean bowl_small)
  (shut larder_fridge) (shut dresser)
  (hot hob) (boilable egg_brown) (boilable egg_white) (bakeable bread_dough)
  (wash_place sink) (bakes oven) (boils hob))
 (:goal (and (baked bread_dough))))
