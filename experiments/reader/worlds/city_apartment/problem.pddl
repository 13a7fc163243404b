(define (problem city-apartment-1)
  (:domain city-apartment)
  (:objects
    dishwasher - washer
    microwave - oven_like
    fridge cupboard - closet
    worktop dining_table - shelf
    balcony_door - object
    plate_blue plate_green glass - dish
    soup lasagne juice - food
    fern cactus - plant)
  (:init
    (openable dishwasher) (openable microwave) (openable fridge) (openable cupboard) (openable balcony_door)
    (is_balcony_door balcony_door)
    (ajar balcony_door) (ajar cupboard)
    (inside plate_blue dining_table) (inside plate_green cupboard) (inside glass dining_table)
    (inside soup fridge) (inside lasagne worktop) (inside juice worktop)
    (soiled plate_blue) (soiled glass)
    (thirsty fern)
    (plant_outside cactus))
  (:goal (and (not (soiled plate_blue)) (not (thirsty fern)))))
