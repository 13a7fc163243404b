(define (problem terracehouse-morning)
  (:domain terracehouse)
  (:objects
    kitchen dining_room bathroom bedroom yard street - room
    mum dad - parent
    oscar - teenager
    recycling_bin rubbish_bin bicycle - wheeled
    fridge wardrobe laundry_basket - container
    dining_table worktop - surface
    kettle bathroom_heater bedroom_lamp - device
    red_mug blue_mug milk towel jumper - item)
  (:init
    (robot-in kitchen)
    (found-in fridge kitchen) (found-in worktop kitchen) (found-in kettle kitchen)
    (found-in dining_table dining_room)
    (found-in laundry_basket bathroom) (found-in bathroom_heater bathroom)
    (found-in wardrobe bedroom) (found-in bedroom_lamp bedroom)
    (found-in mum kitchen) (found-in dad dining_room) (found-in oscar bedroom)
    (has-sink kitchen) (has-sink bathroom)
    (step-free kitchen) (step-free dining_room) (step-free yard) (step-free street)
    (washable red_mug) (washable blue_mug) (washable towel) (washable jumper)
    (parked recycling_bin yard) (parked rubbish_bin yard) (parked bicycle yard)
    (on red_mug dining_table) (on blue_mug dining_table) (on jumper dining_table)
    (on milk worktop)
    (in towel laundry_basket)
    (open laundry_basket)
    (switched-on bathroom_heater)
    (clean jumper)
    (awake mum) (awake dad))
  (:goal (and (in milk fridge) (not (open fridge)) (awake oscar)))
)
