(define (problem breakfast-corner-1)
  (:domain breakfast-corner)
  (:objects
    table counter windowsill - surface
    cupboard_wall fridge - storage
    cup_red cup_yellow mug plate_small plate_big - vessel
    jam_strawberry jam_apricot honey - jar
    milk - movable
    bread_slice - food
    toaster - toast_device
    kettle - boil_device)
  (:init
    (hand_empty)
    (is_on cup_red table) (stained cup_red)
    (is_inside cup_yellow cupboard_wall)
    (is_on mug windowsill)
    (is_inside plate_small cupboard_wall)
    (is_on plate_big counter)
    (is_inside jam_strawberry fridge) (is_on jam_apricot counter)
    (is_on honey table) (unscrewed honey)
    (is_on milk counter)
    (opened cupboard_wall)
    (drinkable cup_red) (drinkable cup_yellow) (drinkable mug)
    (flat plate_small) (flat plate_big)
    (bread_in bread_slice toaster))
  (:goal (and (tea_in cup_yellow) (toasted bread_slice))))
