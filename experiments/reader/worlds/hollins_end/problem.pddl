(define (problem hollins_end-wet-afternoon)
  (:domain hollins_end)
  (:objects
    grans_boots toms_boots little_wellies - boots
    wax_coat red_anorak donkey_jacket shawl - clothing
    ash_log oak_log birch_log - log
    brown_egg speckled_egg white_egg duck_egg - egg
    kettle saucepan - vessel
    scrap_pail - pail
    doorstep boot_rack settle dresser draining_board - surface
    kitchen_range parlour_stove - stove
    back_peg hall_peg stove_rail - peg
    egg_bowl nest_box - box
    larder - larder-box
    front_door back_door henhouse_hatch - openable
    collie barn_cat hens - animal
    gran - person)
  (:init
    (empty-handed)
    (bears doorstep grans_boots) (bears doorstep toms_boots) (bears boot_rack little_wellies)
    (muddy grans_boots) (muddy toms_boots)
    (hangs-from back_peg wax_coat) (hangs-from back_peg shawl) (bears settle red_anorak)
    (hangs-from hall_peg donkey_jacket)
    (damp wax_coat) (damp red_anorak)
    (warms parlour_stove stove_rail)
    (fuel-in parlour_stove birch_log) (alight parlour_stove)
    (bears doorstep ash_log) (bears dresser oak_log)
    (inside egg_bowl brown_egg) (inside egg_bowl speckled_egg) (inside nest_box white_egg)
    (bears dresser duck_egg)
    (bears draining_board kettle) (bears draining_board saucepan)
    (bears doorstep scrap_pail)
    (lidded egg_bowl) (lidded nest_box) (lidded larder) (lidded saucepan)
    (open egg_bowl) (open nest_box) (open saucepan)
    (shuttable larder) (shuttable front_door) (shuttable back_door) (shuttable henhouse_hatch)
    (open back_door) (open henhouse_hatch)
    (unfed collie) (unfed barn_cat))
  (:goal (and (not (muddy grans_boots)) (bears boot_rack grans_boots))))
