(define (problem bungalow2-day)
  (:domain bungalow2)
  (:objects
    living-room bedroom kitchen - room
    edith - person
    coffee-table bedside-table kitchen-table - support
    fridge wardrobe medicine-cabinet - storage
    front-door back-door - door
    living-room-curtains bedroom-curtains - curtain
    television radio electric-blanket - device
    floor-lamp - lamp
    glasses pills newspaper walking-stick cardigan butter milk - item)
  (:init
    (robot-at kitchen) (free-hand)
    (next-to living-room kitchen) (next-to kitchen living-room)
    (next-to living-room bedroom) (next-to bedroom living-room)
    (sits-in edith living-room)
    (stands-in coffee-table living-room) (stands-in television living-room)
    (stands-in floor-lamp living-room) (stands-in living-room-curtains living-room)
    (stands-in front-door living-room)
    (stands-in kitchen-table kitchen) (stands-in fridge kitchen)
    (stands-in radio kitchen) (stands-in back-door kitchen)
    (stands-in bedside-table bedroom) (stands-in wardrobe bedroom)
    (stands-in medicine-cabinet bedroom) (stands-in electric-blanket bedroom)
    (stands-in bedroom-curtains bedroom)
    (lying-on glasses bedside-table)
    (lying-on newspaper kitchen-table) (lying-on butter kitchen-table) (lying-on milk kitchen-table)
    (stored-in pills medicine-cabinet) (stored-in cardigan wardrobe)
    (has edith walking-stick)
    (opened wardrobe)
    (closed living-room-curtains) (closed bedroom-curtains)
    (switched-on television))
  (:goal (has edith glasses)))
