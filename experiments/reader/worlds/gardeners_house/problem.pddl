(define (problem gardeners-house-1) (:domain gardeners-house)
  (:objects kitchen porch greenhouse - room
    worktop dresser shelf_porch bench_greenhouse - place kitchen_bin compost_bin - bin
    fern orchid tomato_seedlings - plant boots_green boots_black - boots
    watering_can garden_gloves oven_gloves - thing
    front_door greenhouse_door - door wood_stove - stove)
  (:init (bot_in kitchen)
    (part_of worktop kitchen) (part_of dresser kitchen) (part_of kitchen_bin kitchen) (part_of shelf_porch porch)
    (part_of bench_greenhouse greenhouse) (part_of compost_bin greenhouse)
    (lidless worktop) (lidless dresser) (lidless shelf_porch) (lidless bench_greenhouse) (lidless kitchen_bin) (lid_on compost_bin)
    (leads_off front_door porch) (leads_off greenhouse_door greenhouse) (stands_in wood_stove kitchen)
    (kept worktop oven_gloves) (kept worktop boots_black) (kept dresser orchid) (kept shelf_porch fern) (kept shelf_porch boots_green)
    (kept bench_greenhouse tomato_seedlings) (kept bench_greenhouse watering_can) (kept kitchen_bin garden_gloves)
    (pours watering_can) (thirsty fern) (thirsty orchid) (muddy boots_black) (unlocked front_door))
  (:goal (and (not (thirsty fern)) (not (unlocked front_door)))))
