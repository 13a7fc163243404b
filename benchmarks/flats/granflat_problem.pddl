(define (problem granflat-evening)
  (:domain granflat)
  (:objects
    kitchen parlour bedroom - area
    kitchen_table bedside_table armchair sideboard - support
    fridge medicine_cupboard - locker
    bedroom_window parlour_window - hinged
    radio electric_blanket bedroom_lamp parlour_lamp - apparatus
    geranium fern - plant
    reading_glasses heart_pills walking_stick newspaper marmalade watering_can - thing
    teapot soup_bowl - crockery)
  (:init
    (at_area parlour) (arm_idle)
    (fixed_in kitchen_table kitchen) (fixed_in fridge kitchen) (fixed_in medicine_cupboard kitchen)
    (fixed_in bedside_table bedroom) (fixed_in bedroom_window bedroom)
    (fixed_in electric_blanket bedroom) (fixed_in bedroom_lamp bedroom)
    (fixed_in armchair parlour) (fixed_in sideboard parlour) (fixed_in parlour_window parlour)
    (fixed_in radio parlour) (fixed_in parlour_lamp parlour)
    (fixed_in geranium parlour) (fixed_in fern bedroom)
    (has_basin kitchen) (pourer watering_can)
    (upon reading_glasses kitchen_table) (upon teapot kitchen_table)
    (upon soup_bowl bedside_table) (upon newspaper armchair)
    (upon walking_stick sideboard) (upon watering_can sideboard)
    (inside heart_pills medicine_cupboard) (inside marmalade fridge)
    (unsealed parlour_window) (unsealed medicine_cupboard)
    (energised radio) (energised parlour_lamp)
    (stained teapot) (stained soup_bowl)
    (thirsty geranium) (thirsty fern))
  (:goal (and (not (thirsty geranium)))))
