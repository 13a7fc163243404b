(define (problem choc_1) (:domain chocolate_factory)
  (:objects dark_mass milk_mass white_mass - mass big_tank small_tank - tank
    vibrating_table extractor_fan - machine heart_mould egg_mould bar_mould - mould
    hazelnuts sea_salt chili - additive)
  (:init (in_store dark_mass) (in_store white_mass) (contained_in milk_mass small_tank) (molten milk_mass)
    (vacant big_tank) (lid_open big_tank) (is_running extractor_fan) (is_running cooling_tunnel) (sanitised heart_mould))
  (:goal (and (wrapped heart_mould))))
