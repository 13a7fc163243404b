(define (problem magpie_parade-sunday)
  (:domain magpie_parade)
  (:objects
    kitchen lounge bedroom - room
    sam noor - person
    sams_mug noors_mug guest_mug - mug
    sams_phone noors_phone - phone
    sams_book noors_book - book
    sams_glasses noors_glasses - glasses
    sams_coat noors_coat - coat
    sams_shirt noors_shirt - shirt
    door_key - key
    kitchen_counter coffee_table sofa bookshelf coat_stand nightstand - surface
    sams_lamp noors_lamp floor_lamp - lamp
    lounge_curtains bedroom_curtains - curtain)
  (:init
    (robot-in kitchen) (grip-free)
    (next-to kitchen lounge) (next-to lounge kitchen)
    (next-to lounge bedroom) (next-to bedroom lounge)
    (whereabouts sam lounge) (whereabouts noor bedroom)
    (whereabouts kitchen_counter kitchen) (whereabouts coffee_table lounge)
    (whereabouts sofa lounge) (whereabouts bookshelf lounge) (whereabouts coat_stand lounge)
    (whereabouts nightstand bedroom)
    (whereabouts sams_lamp bedroom) (whereabouts noors_lamp bedroom) (whereabouts floor_lamp lounge)
    (whereabouts lounge_curtains lounge) (whereabouts bedroom_curtains bedroom)
    (sink-room kitchen) (dock-room kitchen) (iron-room bedroom)
    (owned-by sams_mug sam) (owned-by sams_phone sam) (owned-by sams_book sam)
    (owned-by sams_glasses sam) (owned-by sams_coat sam) (owned-by sams_shirt sam) (owned-by sams_lamp sam)
    (owned-by noors_mug noor) (owned-by noors_phone noor) (owned-by noors_book noor)
    (owned-by noors_glasses noor) (owned-by noors_coat noor) (owned-by noors_shirt noor) (owned-by noors_lamp noor)
    (resting-on sams_mug kitchen_counter) (resting-on noors_mug coffee_table) (resting-on guest_mug bookshelf)
    (clean noors_mug) (clean guest_mug)
    (resting-on sams_phone coffee_table) (holds noor noors_phone)
    (resting-on sams_book coffee_table) (resting-on noors_book nightstand)
    (resting-on sams_glasses kitchen_counter) (resting-on noors_glasses bookshelf)
    (resting-on sams_coat sofa) (resting-on noors_coat coat_stand)
    (resting-on sams_shirt nightstand) (resting-on noors_shirt sofa) (ironed noors_shirt)
    (resting-on door_key coat_stand)
    (switched-on sams_lamp) (switched-on floor_lamp)
    (drawn bedroom_curtains))
  (:goal (and (clean sams_mug) (resting-on sams_coat coat_stand))))
