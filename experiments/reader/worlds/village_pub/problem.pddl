(define (problem pub_evening) (:domain village_pub)
  (:objects pint_glass_1 pint_glass_2 pewter_tankard - vessel dart_box cash_tin - item
    bar_top back_shelf window_sill - spot keg_stout keg_cider - keg tap_left tap_right - tap
    jukebox neon_sign extractor_fan - appliance front_portal cellar_hatch - closure hearth_1 candle_1 - combustor)
  (:init (stored_on pint_glass_1 bar_top) (stored_on pint_glass_2 back_shelf) (stored_on pewter_tankard window_sill)
    (stored_on dart_box bar_top) (stored_on cash_tin bar_top) (hand_free) (soiled pint_glass_1) (soiled pewter_tankard)
    (coupled keg_stout tap_left) (vacant tap_right) (detached keg_cider)
    (powered jukebox) (powered neon_sign) (ajar front_portal) (bolted cellar_hatch) (ignited candle_1))
  (:goal (and (not (powered jukebox)))))
