(define (problem houseplantlab-1) (:domain houseplantlab)
  (:objects fern orchid cress_seedlings - plant kitchen_window - window propagation_chamber reagent_fridge bread_bin - storage
    kettle extractor_fan grow_luminaire_1 grow_luminaire_2 magnifier_lamp - device
    specimen_vial_red specimen_vial_blue - vial mug loaf beaker_250 - item food_counter lab_bench - bench)
  (:init (open kitchen_window) (open bread_bin) (active extractor_fan) (active grow_luminaire_1)
    (on mug lab_bench) (on loaf food_counter) (on beaker_250 food_counter) (on specimen_vial_red lab_bench) (contained-in specimen_vial_blue reagent_fridge)
    (capped specimen_vial_blue) (contaminated beaker_250) (contaminated mug) (hands-free))
  (:goal (and (hydrated fern))))
