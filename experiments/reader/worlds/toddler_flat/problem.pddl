(define (problem toddler_flat_p) (:domain toddler_flat)
  (:objects lounge bedrm kitchn - rm
    mia tom - kid gran - grownup tiddles - cat
    cot sofa tv_bench worktop - spot kettle - gadget lmp_1 lmp_2 - lmp
    toybox wdrb - bx
    bear_brn bear_wht cup_r cup_g dummy - thing
    hat_w boots_m boots_t - wearable)
  (:init (robot_in lounge) (free)
    (located cot bedrm) (located lmp_2 bedrm) (located wdrb bedrm)
    (located sofa lounge) (located tv_bench lounge) (located lmp_1 lounge) (located toybox lounge)
    (located worktop kitchn) (located kettle kitchn)
    (in_rm mia bedrm) (in_rm tom lounge) (in_rm gran kitchn) (in_rm tiddles lounge)
    (supports sofa bear_brn) (holds toybox bear_wht) (shut toybox)
    (supports worktop cup_r) (next_to cup_g kettle) (supports cot dummy)
    (holds wdrb hat_w) (next_to boots_m sofa) (supports tv_bench boots_t)
    (off lmp_2) (mucky tom)
    (whose mia bear_wht) (whose tom bear_brn) (whose mia boots_m) (whose tom boots_t)
    (whose tom cup_r) (whose mia cup_g) (whose mia dummy) (whose gran hat_w))
  (:goal (and (got bear_wht mia) (not (mucky tom)))))
