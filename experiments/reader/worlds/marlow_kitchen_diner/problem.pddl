(define (problem marlow_kitchen_diner_1)
  (:domain marlow_kitchen_diner)
  (:objects
    kitchen_end dining_end - area
    worktop big_table sill - surface
    fridge larder dishwasher - container
    kettle radio pendant_kitchen pendant_dining - device
    basil fern - plant
    gran ollie - person
    mug_blue mug_striped lunchbox - dish
    milk juice jam newspaper crayons - item)
  (:init
    (robot_in kitchen_end) (sink_in kitchen_end) (hand_free)
    (stands_in worktop kitchen_end) (stands_in fridge kitchen_end) (stands_in larder kitchen_end)
    (stands_in dishwasher kitchen_end) (stands_in kettle kitchen_end) (stands_in pendant_kitchen kitchen_end)
    (stands_in basil kitchen_end)
    (stands_in big_table dining_end) (stands_in sill dining_end) (stands_in radio dining_end)
    (stands_in pendant_dining dining_end) (stands_in fern dining_end)
    (stands_in gran dining_end) (stands_in ollie dining_end)
    (on mug_blue big_table) (dirty mug_blue)
    (inside mug_striped dishwasher)
    (on lunchbox worktop) (dirty lunchbox)
    (on milk big_table) (inside juice fridge) (on jam worktop)
    (on newspaper sill) (on crayons big_table)
    (closed fridge) (closed dishwasher)
    (off kettle) (off pendant_dining)
    (thirsty basil) (thirsty fern))
  (:goal (and (inside milk fridge) (has ollie crayons))))
