(define (problem townhouse_evening)
  (:domain townhouse)
  (:objects
    hall kitchen living_room landing bathroom leos_room mias_room cellar - room
    leo mia mum - person
    cat - pet
    kitchen_table coffee_table leos_desk mias_desk hall_bench - surface
    fridge dishwasher washing_machine hall_cupboard - container
    hall_lamp leos_lamp mias_lamp tv games_console mias_speaker - electric
    leos_window mias_window bathroom_window - window
    front_door back_door - door
    leos_bed mias_bed - bed
    milk pizza - food
    cat_food - petfood
    red_mug blue_mug - crockery
    black_hoodie green_hoodie jersey - garment
    leos_headphones mias_headphones - gadget)
  (:init
    (robot_at hall) (hand_free)
    (next_to hall kitchen) (next_to kitchen hall)
    (next_to hall living_room) (next_to living_room hall)
    (next_to hall cellar) (next_to cellar hall)
    (next_to hall landing) (next_to landing hall)
    (next_to landing bathroom) (next_to bathroom landing)
    (next_to landing leos_room) (next_to leos_room landing)
    (next_to landing mias_room) (next_to mias_room landing)
    (located leo leos_room) (located mia living_room) (located mum kitchen)
    (located cat living_room)
    (located kitchen_table kitchen) (located coffee_table living_room)
    (located leos_desk leos_room) (located mias_desk mias_room) (located hall_bench hall)
    (located fridge kitchen) (located dishwasher kitchen)
    (located washing_machine cellar) (located hall_cupboard hall)
    (located hall_lamp hall) (located leos_lamp leos_room) (located mias_lamp mias_room)
    (located tv living_room) (located games_console leos_room) (located mias_speaker mias_room)
    (located leos_window leos_room) (located mias_window mias_room) (located bathroom_window bathroom)
    (located front_door hall) (located back_door kitchen)
    (located leos_bed leos_room) (located mias_bed mias_room)
    (belongs_to leos_desk leo) (belongs_to leos_lamp leo) (belongs_to leos_bed leo)
    (belongs_to games_console leo) (belongs_to black_hoodie leo) (belongs_to leos_headphones leo)
    (belongs_to mias_desk mia) (belongs_to mias_lamp mia) (belongs_to mias_bed mia)
    (belongs_to mias_speaker mia) (belongs_to green_hoodie mia) (belongs_to jersey mia)
    (belongs_to mias_headphones mia)
    (belongs_to leos_room leo) (belongs_to mias_room mia)
    (belongs_to leos_window leo) (belongs_to mias_window mia)
    (can_open fridge) (can_open dishwasher) (can_open washing_machine) (can_open hall_cupboard)
    (can_open leos_window) (can_open mias_window) (can_open bathroom_window)
    (is_open dishwasher) (is_open hall_cupboard) (is_open leos_window) (is_open bathroom_window)
    (locked back_door)
    (switched_on leos_lamp) (switched_on mias_lamp) (switched_on tv) (switched_on games_console)
    (washes dishwasher red_mug) (washes dishwasher blue_mug)
    (washes washing_machine black_hoodie) (washes washing_machine green_hoodie) (washes washing_machine jersey)
    (dirty red_mug) (dirty blue_mug) (dirty black_hoodie) (dirty jersey)
    (dirty kitchen_table) (dirty leos_desk)
    (hungry cat)
    (made mias_bed)
    (on milk kitchen_table) (in pizza fridge) (in cat_food hall_cupboard)
    (on red_mug leos_desk) (on blue_mug coffee_table)
    (on black_hoodie hall_bench) (in green_hoodie hall_cupboard) (in jersey washing_machine)
    (on leos_headphones coffee_table) (on mias_headphones kitchen_table))
  (:goal (and (made leos_bed) (locked front_door))))
