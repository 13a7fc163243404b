(define (problem limehouse-flat)
  (:domain limehouse)
  (:objects
    kitchen lounge bedroom - room
    worktop coffee-table nightstand - surface
    fridge dishwasher wardrobe - container
    blue-mug white-mug casserole - crockery
    milk butter - food
    novel atlas - book
    scarf raincoat - clothing
    kitchen-lamp floor-lamp bedside-lamp - lamp
    lounge-window bedroom-window - window
    fern - plant)
  (:init
    (robot-at kitchen) (gripper-free)
    (connected kitchen lounge) (connected lounge kitchen)
    (connected lounge bedroom) (connected bedroom lounge)
    (sink-in kitchen)
    (fitted-in worktop kitchen) (fitted-in fridge kitchen) (fitted-in dishwasher kitchen) (fitted-in kitchen-lamp kitchen)
    (fitted-in coffee-table lounge) (fitted-in floor-lamp lounge) (fitted-in lounge-window lounge) (fitted-in fern lounge)
    (fitted-in nightstand bedroom) (fitted-in wardrobe bedroom) (fitted-in bedside-lamp bedroom) (fitted-in bedroom-window bedroom)
    (item-on blue-mug coffee-table) (item-on atlas coffee-table) (item-on scarf coffee-table)
    (item-on white-mug worktop) (item-on milk worktop)
    (item-on novel nightstand)
    (item-inside casserole dishwasher) (item-inside butter fridge) (item-inside raincoat wardrobe)
    (door-open dishwasher)
    (lit kitchen-lamp) (lit bedside-lamp)
    (window-open lounge-window)
    (dirty blue-mug) (dirty white-mug)
    (thirsty fern))
  (:goal (and (robot-at kitchen))))
