(define (problem saturday)
  (:domain dog_groomer)
  (:objects bruno trixie fifi - dog
    crate_left crate_mid crate_right - crate
    wash_tub - tub steel_bench wooden_bench - bench
    clippers scissors - shears slicker_brush - comb oatmeal_shampoo flea_shampoo - bottle
    extractor_fan - appliance)
  (:init (located bruno crate_left) (located trixie crate_mid) (located fifi steel_bench)
    (vacant crate_right) (vacant wash_tub) (vacant wooden_bench)
    (latched crate_left) (latched crate_mid) (tangled trixie) (tangled fifi) (operating extractor_fan)
    (on_rack clippers) (on_rack scissors) (on_rack slicker_brush) (on_rack oatmeal_shampoo) (on_rack flea_shampoo) (arm_idle))
  (:goal (and (trimmed fifi)))
)
