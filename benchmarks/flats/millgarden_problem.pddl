(define (problem millcottage_day)
  (:domain millcottage)
  (:objects
    kitchen parlour garden - room
    kitchen_table sideboard potting_bench - surface
    larder tool_chest - cupboard
    back_door garden_gate - barrier
    reading_glasses newspaper knitting red_mug blue_mug bread kibble secateurs watering_can - item
    bean_bed tomato_bed herb_bed - plot
    walter edith - person
    bruno - dog)
  (:init
    (surface_at kitchen_table kitchen) (surface_at sideboard parlour) (surface_at potting_bench garden)
    (openable_at larder kitchen) (openable_at tool_chest garden)
    (openable_at back_door kitchen) (openable_at back_door garden) (openable_at garden_gate garden)
    (plot_at bean_bed garden) (plot_at tomato_bed garden) (plot_at herb_bed garden)
    (person_at walter garden) (person_at edith parlour)
    (archway kitchen parlour) (archway parlour kitchen)
    (leads back_door kitchen garden) (leads back_door garden kitchen)
    (pours watering_can) (dog_food kibble)
    (robot_at kitchen) (hand_free)
    (dog_at bruno parlour)
    (on reading_glasses kitchen_table) (on red_mug kitchen_table)
    (on blue_mug sideboard) (on newspaper sideboard)
    (on watering_can potting_bench)
    (in bread larder) (in kibble larder) (in secateurs tool_chest)
    (has edith knitting)
    (open tool_chest) (open garden_gate)
    (watered herb_bed))
  (:goal (and (watered bean_bed) (fed bruno))))
