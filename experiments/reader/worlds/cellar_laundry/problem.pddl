(define (problem cellar-laundry-1)
  (:domain cellar-laundry)
  (:objects
    washing_machine tumble_dryer - machine
    hamper laundry_basket_wicker - basket
    shelf_top shelf_bottom - shelf
    clothesline - line
    towel_green towel_striped pullover bed_sheet jeans detergent toolbox - item
    bulb_stairs bulb_boiler - bulb
    door_garden door_boiler - portal)
  (:init
    (washes washing_machine) (dries tumble_dryer) (airs clothesline)
    (ajar washing_machine) (lint_full tumble_dryer)
    (stored_in hamper towel_green) (soiled towel_green)
    (stored_in hamper jeans) (soiled jeans)
    (stored_in washing_machine bed_sheet) (damp bed_sheet)
    (stored_in laundry_basket_wicker pullover)
    (stored_in shelf_top towel_striped) (folded towel_striped)
    (stored_in shelf_top detergent) (stored_in shelf_bottom toolbox)
    (washable towel_green) (washable towel_striped) (washable pullover) (washable bed_sheet) (washable jeans)
    (shining bulb_stairs)
    (wide_open door_garden) (bolted door_boiler))
  (:goal (and (not (soiled jeans)) (bolted door_garden))))
