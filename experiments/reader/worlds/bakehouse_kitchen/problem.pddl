(define (problem bakehouse-1) (:domain bakehouse)
 (:objects oven - oven_t dishwasher - washer_t larder - box drawer_top drawer_bottom - drawer_t
  worktop trolley - flat mixer radio lamp_counter - object
  tray_large tray_small bowl_steel bowl_clay whisk jug - tool loaf_rye loaf_white - loaf
  butter apron - thing)
 (:init (hand_idle) (electric oven) (electric dishwasher) (electric mixer) (electric radio) (electric lamp_counter)
  (running oven) (running radio)
  (shut oven) (shut drawer_bottom)
  (inside drawer_bottom whisk) (inside drawer_bottom apron) (inside larder butter) (inside dishwasher bowl_clay)
  (rests tray_large worktop) (rests loaf_rye worktop) (rests bowl_steel worktop)
  (rests tray_small trolley) (rests loaf_white trolley) (rests jug trolley)
  (baked loaf_rye) (soiled bowl_steel) (soiled tray_small))
 (:goal (and (baked loaf_white))))
