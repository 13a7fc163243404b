(define (problem family-flat-1) (:domain family-flat)
  (:objects fridge wall_cupboard toy_chest - cabinet
    kitchen_table coffee_table sofa bookshelf - surface
    television floor_lamp - appliance
    milk cheese cat_food - food red_mug blue_mug - dish novel atlas - book teddy - toy
    fern cactus - plant tomcat - pet)
  (:init (gripper-free) (inside milk fridge) (inside cheese fridge) (inside cat_food wall_cupboard)
    (on red_mug kitchen_table) (dirty red_mug) (on blue_mug coffee_table) (dirty blue_mug)
    (on novel coffee_table) (on atlas bookshelf) (on teddy sofa)
    (opened toy_chest) (powered television))
  (:goal (and (fed tomcat))))
