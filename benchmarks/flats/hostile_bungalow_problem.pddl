(define (problem hostile_bungalow-1)
  (:domain hostile_bungalow)
  (:objects
    hall kitchen lounge bedroom study - room
    table counter desk shelf - surface
    fridge cupboard drawer wardrobe - container
    kitchen-window bedroom-window - window
    desk-lamp floor-lamp bedside-lamp - lamp
    fern cactus - plant
    red-mug blue-mug plate - dish
    milk butter bread novel umbrella scarf passport brass-key silver-key - item)
  (:init
    (robot-at hall) (hand-free)
    (connected hall kitchen) (connected kitchen hall)
    (connected hall lounge) (connected lounge hall)
    (connected hall bedroom) (connected bedroom hall)
    (connected hall study) (connected study hall)
    (has-tap kitchen)
    (stands-in table kitchen) (stands-in counter kitchen)
    (stands-in fridge kitchen) (stands-in cupboard kitchen)
    (stands-in kitchen-window kitchen)
    (stands-in desk study) (stands-in drawer study)
    (stands-in desk-lamp study) (stands-in cactus study)
    (stands-in shelf lounge) (stands-in floor-lamp lounge)
    (stands-in wardrobe bedroom) (stands-in bedside-lamp bedroom)
    (stands-in bedroom-window bedroom)
    (stands-in fern hall)
    (on milk table) (on red-mug table)
    (on bread counter) (on brass-key counter)
    (on blue-mug desk)
    (on novel shelf) (on umbrella shelf) (on silver-key shelf)
    (in butter fridge) (in plate cupboard)
    (in scarf wardrobe) (in passport drawer)
    (open drawer) (open kitchen-window)
    (lit desk-lamp) (lit bedside-lamp)
    (watered cactus)
    (clean plate))
  (:goal (and (in milk fridge) (not (open fridge)) (watered fern))))
