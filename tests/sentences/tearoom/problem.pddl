(define (problem afternoon)
  (:domain tearoom)
  (:objects
    brown_pot china_pot silver_pot - pot
    carrot_cake walnut_cake sponge - cake
    window_table corner_table garden_table - table
    miss_price colonel mr_hobbs - guest)
  (:init
    (in-kitchen brown_pot) (in-kitchen china_pot) (in-kitchen silver_pot)
    (in-kitchen carrot_cake) (in-kitchen walnut_cake)
    (on sponge garden_table) (sliced sponge)
    (sits-at mr_hobbs garden_table) (laid garden_table)
    (crumby corner_table) (laid window_table)
    (lidless brown_pot) (lidless silver_pot) (chipped china_pot)
    (nutty walnut_cake) (nutty carrot_cake)
    (allergic miss_price))
  (:goal (and (sits-at miss_price window_table) (brewed brown_pot))))
