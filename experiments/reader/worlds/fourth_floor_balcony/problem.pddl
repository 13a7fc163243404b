(define (problem fourth_floor_balcony-1)
  (:domain fourth_floor_balcony)
  (:objects
    small_table floorboards ledge washbasket indoors - surface
    washing_line - line
    deckchair_a deckchair_b - chair
    sheet pyjamas sock_pair - laundry
    cushion_striped cushion_plain - cushion
    geranium basil - pottery
    olives_bowl - dish
    awning parasol - shade
    glass_door - door
    fairy_lights wall_lamp - lights
    bird_feeder - feeder
    grill - barbecue)
  (:init
    (location deckchair_a floorboards) (location deckchair_b floorboards)
    (collapsed deckchair_b)
    (location sheet washbasket) (location sock_pair washbasket) (location pyjamas washing_line)
    (wet sheet) (wet sock_pair)
    (location cushion_striped floorboards) (location cushion_plain indoors)
    (location geranium ledge) (location basil small_table)
    (needs-water geranium) (needs-water basil)
    (location olives_bowl small_table)
    (furled awning) (furled parasol)
    (ajar glass_door)
    (aglow wall_lamp)
    (sooty grill))
  (:goal (and (aglow fairy_lights))))
