(define (problem captains_parlour-1)
  (:domain captains_parlour)
  (:objects
    parlour scullery porch - room
    long_table side_table dresser draining_board bench - place
    silver_spoon silver_fork - silver
    tall_glass short_glass - glass
    napkin_red napkin_green - napkin
    candle_left candle_right - candle
    jug_blue jug_brown - jug
    captains_cap - cap
    front_door back_door - door
    fireplace stove - hearth)
  (:init
    (bot parlour) (grip-empty) (tap-in scullery)
    (place-in long_table parlour) (place-in side_table parlour) (place-in dresser parlour)
    (place-in draining_board scullery) (place-in bench porch)
    (door-of front_door porch) (door-of back_door scullery)
    (hearth-of fireplace parlour) (hearth-of stove scullery)
    (item-at silver_spoon dresser) (item-at silver_fork dresser) (polished silver_fork)
    (item-at tall_glass draining_board) (item-at short_glass long_table)
    (item-at napkin_red long_table) (item-at napkin_green side_table)
    (item-at candle_left long_table) (lit candle_left) (item-at candle_right long_table)
    (item-at jug_blue draining_board) (item-at jug_brown dresser) (brimful jug_brown)
    (item-at captains_cap bench)
    (bolted front_door) (stoked stove) (spotless porch))
  (:goal (and (polished silver_spoon) (bolted back_door))))
