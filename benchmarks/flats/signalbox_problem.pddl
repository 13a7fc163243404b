(define (problem signalbox-1)
  (:domain signalbox)
  (:objects
    upstairs downstairs porch - zone
    armchair bench - furniture
    bed - bedstead
    wardrobe drawer pantry - box
    striped_shirt plain_shirt scarf - clothing
    keys flashlight cereal - item
    front_door back_door - door
    dog - animal
    upstairs_curtains downstairs_curtains - curtain)
  (:init
    (robot-in downstairs) (arm-free) (washer-in downstairs)
    (place-in upstairs bed) (place-in upstairs wardrobe)
    (place-in downstairs armchair) (place-in downstairs drawer) (place-in downstairs pantry)
    (place-in porch bench)
    (door-in porch front_door) (door-in downstairs back_door)
    (animal-in porch dog)
    (curtain-in upstairs upstairs_curtains) (curtain-in downstairs downstairs_curtains)
    (shut drawer) (shut pantry)
    (locked front_door)
    (drawn downstairs_curtains)
    (washed scarf)
    (kept bed striped_shirt) (kept armchair plain_shirt) (kept wardrobe scarf)
    (kept armchair keys) (kept drawer flashlight) (kept bench cereal))
  (:goal (and (locked back_door) (made bed))))
