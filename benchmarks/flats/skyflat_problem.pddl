(define (problem skyflat-friday)
  (:domain skyflat)
  (:objects
    lounge bedroom kitchen - room
    coffee_table nightstand counter - spot
    ironing_board - board
    dock - charger
    wardrobe drinks_cabinet - cabinet
    dishwasher - washer
    orchid ficus - plant
    stereo tv - player
    lounge_blind bedroom_blind - blind
    linen_shirt black_dress - garment
    champagne_glass espresso_cup - crockery
    tablet headphones - gadget
    watering_can - can)
  (:init
    (idle-hand)
    (fitted lounge coffee_table) (fitted lounge drinks_cabinet) (fitted lounge dock)
    (fitted lounge orchid) (fitted lounge stereo) (fitted lounge lounge_blind)
    (fitted bedroom nightstand) (fitted bedroom wardrobe) (fitted bedroom ironing_board)
    (fitted bedroom ficus) (fitted bedroom tv) (fitted bedroom bedroom_blind)
    (fitted kitchen counter) (fitted kitchen dishwasher)
    (houses coffee_table champagne_glass) (soiled champagne_glass)
    (houses coffee_table tablet) (drained tablet)
    (houses nightstand espresso_cup) (soiled espresso_cup)
    (houses dock headphones)
    (houses wardrobe linen_shirt) (creased linen_shirt)
    (houses ironing_board black_dress) (creased black_dress)
    (houses counter watering_can)
    (shut wardrobe) (shut drinks_cabinet)
    (gloomy bedroom) (gloomy kitchen)
    (down bedroom_blind)
    (playing stereo)
    (thirsty orchid) (thirsty ficus))
  (:goal (and (not (thirsty orchid)))))
