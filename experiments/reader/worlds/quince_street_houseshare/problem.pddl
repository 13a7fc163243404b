(define (problem quince_street_houseshare_1)
  (:domain quince_street_houseshare)
  (:objects
    priya tom ines - housemate
    shelf_a shelf_b shelf_c shelf_d - shelf
    worktop sink_side hall_stand - counter
    yoghurt_1 yoghurt_2 oat_milk hummus curry_box - food
    mug_1 mug_2 frying_pan - dish
    phone_t phone_i - gadget
    parcel spare_key umbrella - stuff
    front_door shed_door - door
    landing_light kitchen_light - light)
  (:init
    (hand-idle)
    (label shelf_a priya)
    (label shelf_b tom)
    (label shelf_c ines)
    (belongs-to yoghurt_1 priya)
    (belongs-to yoghurt_2 tom)
    (belongs-to oat_milk ines)
    (belongs-to hummus priya)
    (belongs-to curry_box tom)
    (belongs-to mug_1 tom)
    (belongs-to mug_2 ines)
    (belongs-to phone_t tom)
    (belongs-to phone_i ines)
    (belongs-to parcel priya)
    (stored shelf_a yoghurt_1)
    (stored shelf_c yoghurt_2)
    (stored worktop oat_milk)
    (stored worktop hummus)
    (stored shelf_d curry_box)
    (stored sink_side mug_1)
    (stored shelf_d mug_2)
    (stored sink_side frying_pan)
    (stored hall_stand parcel)
    (stored hall_stand spare_key)
    (stored hall_stand umbrella)
    (given phone_i ines)
    (stored worktop phone_t)
    (soiled mug_1)
    (soiled frying_pan)
    (named yoghurt_1)
    (named oat_milk)
    (named hummus)
    (bolted front_door)
    (off kitchen_light)
    (flat-battery phone_t))
  (:goal (and (stored shelf_b yoghurt_2) (bolted shed_door))))
