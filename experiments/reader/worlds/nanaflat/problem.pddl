(define (problem nanaflat-1) (:domain nanaflat)
  (:objects sideboard fridge - cupboard bedroom_window kitchen_window - window front_door balcony_door - door
    radio television floor_lamp bedside_lamp heater - appliance geranium african_violet - plant budgie - animal
    glasses knitting milk_jug teacup - item kitchen_table armchair - surface)
  (:init (open kitchen_window) (open balcony_door) (running radio) (running floor_lamp)
    (on glasses armchair) (in knitting sideboard) (on milk_jug kitchen_table) (on teacup kitchen_table)
    (dirty teacup) (handempty))
  (:goal (and (fed budgie))))
