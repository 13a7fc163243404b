(define (problem tallow_row-out-till-late)
  (:domain tallow_row)
  (:objects
    gym-kit work-shirt school-jumper towel-grey towel-white - clothes
    mug-stripy mug-spotty lasagne-dish - dish
    phone tablet headphones - device
    catfood-pouch - pouch
    parcel-big parcel-flat spare-keys passport lunchbox - item
    counter sofa desk bed laundry-bin airing-rack doorstep shelf - place
    washer dryer dishwasher - machine
    lamp-sofa lamp-desk lamp-bed telly heater fan slow-cooker - gadget
    front-door balcony-door bike-shed - lock
    blind-kitchen blind-lounge blind-bedroom - blind
    mo dot - cat
    peace-lily spider-plant cactus - plant)
  (:init
    (hand-spare)
    (spot gym-kit laundry-bin) (spot towel-grey laundry-bin) (spot towel-white airing-rack)
    (spot work-shirt sofa) (spot school-jumper sofa)
    (spot mug-stripy counter) (spot mug-spotty counter) (spot lasagne-dish counter) (spot lunchbox counter)
    (spot phone desk) (spot tablet bed) (spot headphones sofa)
    (spot catfood-pouch shelf) (spot spare-keys shelf) (spot passport desk)
    (spot parcel-big doorstep) (spot parcel-flat doorstep)
    (takes washer gym-kit) (takes washer work-shirt) (takes washer school-jumper)
    (takes washer towel-grey) (takes washer towel-white)
    (takes dryer gym-kit) (takes dryer work-shirt) (takes dryer school-jumper)
    (takes dryer towel-grey) (takes dryer towel-white)
    (takes dishwasher mug-stripy) (takes dishwasher mug-spotty) (takes dishwasher lasagne-dish)
    (running dryer)
    (on lamp-sofa) (on lamp-bed) (on telly)
    (charging tablet)
    (locked bike-shed)
    (up blind-kitchen) (up blind-lounge)
    (fed dot) (watered cactus))
  (:goal (and (locked front-door) (fed mo))))
