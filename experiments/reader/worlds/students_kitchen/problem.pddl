(define (problem students_kitchen_1)
  (:domain students_kitchen)
  (:objects
    mug_green cup_yellow plate_large plate_small - dish
    milk onion leftover_pasta - food
    pizza_carton - rubbish
    table counter - surface
    fridge bin drawer_upper drawer_lower - box
    hob kettle toaster radio - machine)
  (:init
    (on_top table mug_green) (on_top counter cup_yellow)
    (on_top table plate_large) (stored_in drawer_lower plate_small)
    (on_top counter milk) (stored_in fridge onion) (on_top table leftover_pasta)
    (on_top table pizza_carton)
    (hand_free)
    (ajar drawer_upper) (ajar bin)
    (dirty mug_green) (dirty plate_large)
    (wiped counter)
    (powered hob) (powered radio)
    (choppable onion)
    (board counter))
  (:goal (and (stored_in fridge milk))))
