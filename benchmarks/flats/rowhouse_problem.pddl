(define (problem rowhouse-saturday)
  (:domain rowhouse)
  (:objects
    kitchen living_room bathroom - room
    dining_table kitchen_counter sofa bookshelf towel_rail - tabletop
    fridge toy_chest bathroom_cabinet - lidded
    milk butter novel - portable
    teddy_bear toy_train - toy
    red_mug blue_mug frying_pan - vessel
    bath_towel - towel
    television kitchen_light living_room_light bathroom_light - gadget
    bathroom_tap - faucet)
  (:init
    (robo-in living_room) (hand-empty)
    (stands-in dining_table kitchen) (stands-in kitchen_counter kitchen) (stands-in fridge kitchen)
    (stands-in sofa living_room) (stands-in bookshelf living_room) (stands-in toy_chest living_room)
    (stands-in towel_rail bathroom) (stands-in bathroom_cabinet bathroom)
    (heated towel_rail)
    (wired-in television living_room) (wired-in living_room_light living_room)
    (wired-in kitchen_light kitchen) (wired-in bathroom_light bathroom)
    (plumbed-in bathroom_tap bathroom)
    (stowed milk kitchen_counter) (stowed butter fridge) (stowed novel sofa)
    (stowed teddy_bear dining_table) (stowed toy_train sofa)
    (stowed red_mug dining_table) (stowed blue_mug bookshelf) (stowed frying_pan kitchen_counter)
    (stowed bath_towel sofa)
    (gapes fridge)
    (powered kitchen_light) (powered living_room_light) (powered bathroom_light)
    (soiled red_mug) (soiled blue_mug)
    (damp bath_towel)
    (flowing bathroom_tap))
  (:goal (and (stowed milk fridge))))
