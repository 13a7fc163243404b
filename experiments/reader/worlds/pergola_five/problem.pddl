(define (problem pergola_five_1)
  (:domain pergola_five)
  (:objects
    pim - robot
    kitchen hallway study nursery sunroom - room
    oma felix - person
    letters teapot watering_can wool_blanket checked_blanket toy_rabbit toy_train spectacles medicine - carryable
    linen_chest toy_chest - chest
    kitchen_lamp study_lamp nursery_lamp - lamp
    nursery_window sunroom_window - window
    lemon_tree fern - plant
    charging_dock - dock
    rocking_chair - furniture)
  (:init
    (doorway hallway kitchen) (doorway kitchen hallway)
    (doorway hallway study) (doorway study hallway)
    (doorway hallway nursery) (doorway nursery hallway)
    (doorway kitchen sunroom) (doorway sunroom kitchen)
    (stands-in linen_chest hallway)
    (stands-in charging_dock hallway)
    (stands-in toy_chest nursery)
    (stands-in rocking_chair nursery)
    (stands-in nursery_lamp nursery)
    (stands-in nursery_window nursery)
    (stands-in kitchen_lamp kitchen)
    (stands-in study_lamp study)
    (stands-in fern study)
    (stands-in lemon_tree sunroom)
    (stands-in sunroom_window sunroom)
    (seated-in oma sunroom)
    (seated-in felix study)
    (at pim hallway)
    (carrying pim letters)
    (can-for-water watering_can)
    (lies-in kitchen teapot)
    (lies-in kitchen watering_can)
    (lies-in kitchen medicine)
    (lies-in nursery checked_blanket)
    (lies-in sunroom toy_rabbit)
    (lies-in study spectacles)
    (kept-in wool_blanket linen_chest)
    (kept-in toy_train toy_chest)
    (lid-up toy_chest)
    (lit kitchen_lamp)
    (lit nursery_lamp)
    (window-shut sunroom_window)
    (parched lemon_tree))
  (:goal (and (brought letters felix) (not (parched lemon_tree)))))
