(define (problem parkview-after-nights)
  (:domain parkview)
  (:objects
    living_room bedroom kitchen bathroom - room
    sofa coffee_table bed nightstand kitchen_counter - surface
    fridge wardrobe laundry_basket work_bag - container
    washing_machine - washer
    bedroom_curtain living_room_curtain - curtain
    bedroom_window - window
    front_door - door
    bedroom_lamp living_room_lamp tv kettle heater - device
    food_bowl - feeding_bowl
    water_bowl - drinking_bowl
    red_mug green_mug - mug
    white_uniform blue_uniform - garment
    cat_food - pet_food
    phone_charger lunchbox house_keys - item
    pepper - cat)
  (:init
    (robot-at bathroom) (hand-empty)
    (has-sink kitchen) (has-sink bathroom)
    (located sofa living_room) (located coffee_table living_room) (located work_bag living_room)
    (located living_room_curtain living_room) (located front_door living_room)
    (located living_room_lamp living_room) (located tv living_room) (located heater living_room)
    (located bed bedroom) (located nightstand bedroom) (located wardrobe bedroom)
    (located bedroom_curtain bedroom) (located bedroom_window bedroom) (located bedroom_lamp bedroom)
    (located kitchen_counter kitchen) (located fridge kitchen) (located kettle kitchen)
    (located food_bowl kitchen) (located water_bowl kitchen)
    (located laundry_basket bathroom) (located washing_machine bathroom)
    (open laundry_basket) (open work_bag) (open washing_machine)
    (open bedroom_curtain) (open living_room_curtain) (open bedroom_window)
    (turned-on bedroom_lamp) (turned-on living_room_lamp) (turned-on tv)
    (filled water_bowl)
    (on white_uniform bed) (in blue_uniform wardrobe) (clean blue_uniform)
    (on red_mug nightstand) (on green_mug coffee_table)
    (on phone_charger coffee_table) (on house_keys sofa)
    (in lunchbox fridge) (on cat_food kitchen_counter)
    (cat-in pepper bedroom))
  (:goal (and (filled food_bowl))))
