(define (problem nettlebed_mews-half-past-six)
  (:domain nettlebed_mews)
  (:objects
    hall kitchen bedroom nursery study - room
    big_bed bunk_top bunk_bottom - bed
    shelf kitchen_table toy_chest - surface
    fridge cupboard oven wardrobe - container
    bedroom_window nursery_window study_curtains - closable
    bowl_blue bowl_green roasting_tin mug_tin - dish
    watering_can jug kettle hot_water_bottle - vessel
    cat_food porridge hay - food
    biscuit_the_cat clover_the_rabbit poppy - creature
    fern ficus basil - plant)
  (:init
    (robot-at hall) (nothing-carried)
    (adjoins hall kitchen) (adjoins kitchen hall)
    (adjoins hall bedroom) (adjoins bedroom hall)
    (adjoins hall nursery) (adjoins nursery hall)
    (adjoins hall study) (adjoins study hall)
    (sink-in kitchen)
    (found-in big_bed bedroom) (found-in wardrobe bedroom) (found-in bedroom_window bedroom)
    (found-in bunk_top nursery) (found-in bunk_bottom nursery) (found-in toy_chest nursery)
    (found-in nursery_window nursery) (found-in poppy nursery)
    (found-in shelf kitchen) (found-in kitchen_table kitchen)
    (found-in fridge kitchen) (found-in cupboard kitchen) (found-in oven kitchen)
    (found-in basil kitchen) (found-in biscuit_the_cat kitchen)
    (found-in study_curtains study) (found-in ficus study) (found-in clover_the_rabbit study)
    (found-in fern hall)
    (eats biscuit_the_cat cat_food) (eats poppy porridge) (eats clover_the_rabbit hay)
    (dark hall) (dark bedroom) (dark nursery)
    (unmade big_bed) (unmade bunk_top)
    (shut fridge) (shut cupboard) (shut oven) (shut bedroom_window)
    (dirty bowl_blue) (dirty bowl_green) (dirty roasting_tin)
    (on bowl_blue kitchen_table) (on bowl_green toy_chest) (in roasting_tin oven)
    (on mug_tin kitchen_table)
    (empty watering_can) (empty kettle) (empty hot_water_bottle)
    (on watering_can shelf) (on jug kitchen_table) (on kettle shelf) (in hot_water_bottle wardrobe)
    (in cat_food cupboard) (on porridge kitchen_table) (on hay shelf)
    (hungry biscuit_the_cat) (hungry poppy)
    (thirsty biscuit_the_cat) (thirsty clover_the_rabbit) (thirsty fern) (thirsty basil))
  (:goal (and (not (dirty bowl_blue)) (on bowl_blue shelf))))
