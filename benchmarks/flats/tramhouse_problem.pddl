(define (problem tramhouse_day)
  (:domain tramhouse)
  (:objects
    hall kitchen lounge bedroom - room
    worktop feeding_mat sofa desk nightstand - surface
    fridge dishwasher cabinet - storage
    front_door back_door - door
    street_window bedroom_window - window
    radio tv desk_lamp bedside_lamp - appliance
    litter_tray - tray
    minka otto - cat
    red_bowl white_bowl - bowl
    blue_mug tram_mug - mug
    novel - book
    phone laptop - gadget)
  (:init
    (at_robot hall) (empty_handed)
    (linked hall kitchen) (linked kitchen hall)
    (linked hall lounge) (linked lounge hall)
    (linked hall bedroom) (linked bedroom hall)
    (placed worktop kitchen) (placed feeding_mat kitchen)
    (placed sofa lounge) (placed desk lounge) (placed nightstand bedroom)
    (placed fridge kitchen) (placed dishwasher kitchen) (placed cabinet kitchen)
    (placed front_door hall) (placed back_door kitchen)
    (placed street_window lounge) (placed bedroom_window bedroom)
    (placed radio kitchen) (placed tv lounge) (placed desk_lamp lounge) (placed bedside_lamp bedroom)
    (placed litter_tray hall)
    (washes_dishes dishwasher) (for_feeding feeding_mat)
    (has_socket desk) (has_socket nightstand)
    (shut fridge) (shut dishwasher) (shut cabinet)
    (shut front_door) (shut back_door) (locked back_door)
    (shut bedroom_window)
    (running radio) (running desk_lamp)
    (soiled litter_tray)
    (cat_in minka bedroom) (cat_in otto lounge)
    (on_top red_bowl feeding_mat) (on_top white_bowl worktop) (dirty white_bowl)
    (on_top blue_mug desk) (dirty blue_mug)
    (on_top tram_mug nightstand) (dirty tram_mug)
    (on_top novel sofa) (on_top phone sofa)
    (on_top laptop desk) (charged laptop))
  (:goal (and (running tv))))
