(define (problem mewshouse-1)
  (:domain mewshouse)
  (:objects
    hall kitchen lounge bedroom bathroom study - room
    imogen tariq - person
    worktop dining_table coffee_table desk imogens_nightstand tariqs_nightstand - surface
    fridge cupboard wardrobe - container
    washing_machine - washer
    kitchen_sink - sink
    kitchen_window bedroom_window study_window - window
    lounge_curtains - curtains
    front_door - door
    hall_light lounge_lamp desk_lamp bathroom_light - lamp
    radio heater - appliance
    fern orchid - plant
    pickle - cat
    green_mug white_mug - crockery
    milk wine - food
    cat_food - petfood
    imogens_glasses tariqs_glasses - spectacles
    grey_jumper navy_jumper - garment
    watering_can - can
    dishcloth - cloth)
  (:init
    (robot-in hall) (hand-empty)
    (linked hall kitchen) (linked kitchen hall)
    (linked hall lounge) (linked lounge hall)
    (linked kitchen lounge) (linked lounge kitchen)
    (linked hall bedroom) (linked bedroom hall)
    (linked hall study) (linked study hall)
    (linked bedroom bathroom) (linked bathroom bedroom)
    (person-in imogen lounge) (person-in tariq study)
    (located worktop kitchen) (located dining_table kitchen)
    (located coffee_table lounge) (located desk study)
    (located imogens_nightstand bedroom) (located tariqs_nightstand bedroom)
    (located fridge kitchen) (located cupboard kitchen)
    (located wardrobe bedroom) (located washing_machine kitchen)
    (located kitchen_sink kitchen)
    (located kitchen_window kitchen) (located bedroom_window bedroom) (located study_window study)
    (located lounge_curtains lounge) (located front_door hall)
    (located hall_light hall) (located lounge_lamp lounge)
    (located desk_lamp study) (located bathroom_light bathroom)
    (located radio kitchen) (located heater study)
    (located fern bathroom) (located orchid lounge) (located pickle lounge)
    (is-open kitchen_window) (is-open study_window) (is-open washing_machine)
    (switched-on lounge_lamp) (switched-on bathroom_light) (switched-on radio)
    (on milk worktop) (on watering_can worktop) (on dishcloth worktop)
    (on green_mug desk) (on white_mug coffee_table)
    (on imogens_glasses coffee_table) (on tariqs_glasses imogens_nightstand)
    (inside wine fridge) (inside cat_food cupboard)
    (inside navy_jumper wardrobe) (inside grey_jumper washing_machine)
    (belongs-to imogens_glasses imogen) (belongs-to tariqs_glasses tariq)
    (belongs-to green_mug tariq) (belongs-to white_mug imogen)
    (clean navy_jumper) (clean dining_table) (clean desk)
    (clean imogens_nightstand) (clean tariqs_nightstand)
    (watered orchid))
  (:goal (and (inside milk fridge))))
