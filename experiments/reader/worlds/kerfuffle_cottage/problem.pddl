(define (problem kerfuffle_cottage_1)
  (:domain kerfuffle_cottage)
  (:objects
    asha colin - human
    fridge wardrobe drawer - container
    washing_machine - machine
    sofa table counter - surface
    front_door garage_door - entrance
    tv - screen
    radio heater - appliance
    ceiling_lamp reading_lamp - light
    trash_can - bin
    sweater jacket sneakers - clothing
    umbrella flashlight mobile_phone glasses cookies soda - thing
    green_mug white_mug lunchbox - washable)
  (:init
    (nothing-held)
    (closed fridge)
    (closed drawer)
    (closed washing_machine)
    (locked front_door)
    (switched-on tv)
    (switched-on heater)
    (switched-on reading_lamp)
    (full trash_can)
    (at-rest sweater sofa)
    (at-rest mobile_phone sofa)
    (inside jacket washing_machine)
    (at-rest sneakers table)
    (at-rest green_mug table)
    (inside umbrella wardrobe)
    (inside flashlight drawer)
    (at-rest glasses counter)
    (at-rest white_mug counter)
    (at-rest lunchbox counter)
    (at-rest cookies counter)
    (inside soda fridge)
    (dirty green_mug)
    (dirty lunchbox))
  (:goal (and (closed wardrobe) (not (dirty lunchbox)))))
