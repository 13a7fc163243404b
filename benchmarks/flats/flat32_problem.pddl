(define (problem flat32-problem)
  (:domain flat32)
  (:objects
    kitchen hallway study bedroom balcony cellar - room
    kitchen_counter dining_table desk nightstand shoe_bench - surface
    fridge cupboard wardrobe safe - container
    kitchen_window bedroom_window - window
    desk_lamp bedside_lamp radio cellar_lamp - device
    fern basil - plant
    red_mug blue_mug soup_bowl - dish
    butter juice novel umbrella wool_scarf passport house_keys - item
    dish_sponge - sponge
    watering_can - can)
  (:init
    (robot-at hallway) (hand-free)
    (connected kitchen hallway) (connected hallway kitchen)
    (connected study hallway) (connected hallway study)
    (connected bedroom hallway) (connected hallway bedroom)
    (connected bedroom balcony) (connected balcony bedroom)
    (stands-in kitchen_counter kitchen) (stands-in dining_table kitchen)
    (stands-in desk study) (stands-in nightstand bedroom) (stands-in shoe_bench hallway)
    (stands-in fridge kitchen) (stands-in cupboard kitchen)
    (stands-in wardrobe bedroom) (stands-in safe study)
    (stands-in kitchen_window kitchen) (stands-in bedroom_window bedroom)
    (stands-in desk_lamp study) (stands-in bedside_lamp bedroom)
    (stands-in radio kitchen) (stands-in cellar_lamp cellar)
    (stands-in fern study) (stands-in basil balcony) (has-sink kitchen)
    (on red_mug desk) (on house_keys desk)
    (on blue_mug dining_table)
    (on soup_bowl kitchen_counter) (on butter kitchen_counter) (on dish_sponge kitchen_counter)
    (on novel nightstand)
    (on umbrella shoe_bench) (on watering_can shoe_bench)
    (in juice fridge) (in wool_scarf wardrobe) (in passport safe)
    (open kitchen_window) (open wardrobe)
    (locked safe)
    (switched-on bedside_lamp) (switched-on radio)
    (dusty desk) (dusty nightstand) (dusty dining_table)
    (dirty red_mug) (dirty soup_bowl))
  (:goal (and (in butter fridge) (not (open kitchen_window)) (watered fern))))
