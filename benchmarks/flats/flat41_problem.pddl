(define (problem flat41-evening)
  (:domain flat41)
  (:objects
    hugo - butler
    hallway kitchen lounge bedroom bathroom - zone
    sink countertop dining_table sofa nightstand laundry_basket shoe_rack - ledge
    fridge cupboard wardrobe - locker
    floor_lamp bedside_lamp radio heater - gadget
    fern basil - plant
    milk butter novel umbrella keys painkillers - movable
    red_mug blue_mug plate frying_pan sweater towel - washable)
  (:init
    (doorway hallway kitchen) (doorway kitchen hallway)
    (doorway hallway lounge) (doorway lounge hallway)
    (doorway hallway bedroom) (doorway bedroom hallway)
    (doorway hallway bathroom) (doorway bathroom hallway)
    (doorway kitchen lounge) (doorway lounge kitchen)

    (placed hugo lounge) (idle hugo)

    (placed sink kitchen) (placed countertop kitchen)
    (placed fridge kitchen) (placed cupboard kitchen)
    (placed dining_table lounge) (placed sofa lounge)
    (placed nightstand bedroom) (placed wardrobe bedroom)
    (placed laundry_basket bathroom) (placed shoe_rack hallway)
    (has_tap sink)
    (shut fridge) (shut cupboard)

    (placed floor_lamp lounge) (placed bedside_lamp bedroom)
    (placed radio kitchen) (placed heater bathroom)
    (powered floor_lamp) (powered radio)

    (placed fern lounge) (placed basil kitchen)
    (parched fern) (parched basil)

    (placed milk countertop) (placed butter fridge)
    (placed novel sofa) (placed sweater sofa)
    (placed umbrella shoe_rack)
    (placed keys dining_table) (placed red_mug dining_table)
    (placed painkillers nightstand) (placed blue_mug nightstand)
    (placed plate cupboard) (placed frying_pan sink)
    (placed towel laundry_basket)
    (grubby red_mug) (grubby blue_mug) (grubby frying_pan)
    (grubby sweater) (grubby towel))
  (:goal (and (placed milk fridge) (shut fridge) (not (grubby red_mug)))))
