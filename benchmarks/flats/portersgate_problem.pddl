(define (problem gatehouse_flat)
  (:domain portersgate)
  (:objects
    granny tom - person
    sideboard windowsill dining_table armchair - spot
    toy_chest medicine_tin - box
    spectacles newspaper pillbox - thing
    teddy train - toy
    jumper_red jumper_grey - garment
    door_front door_back - door
    curtains_parlour curtains_nursery - curtain
    radio kettle heater - appliance
    bowl_cat bowl_dog - bowl)
  (:init
    (bears windowsill spectacles)
    (bears dining_table newspaper)
    (bears medicine_tin pillbox)
    (bears toy_chest train)
    (bears armchair jumper_red)
    (bears sideboard jumper_grey)
    (has tom teddy)
    (shut medicine_tin)
    (bolted door_front)
    (drawn curtains_nursery)
    (off kettle)
    (off heater)
    (soiled jumper_red)
    (soiled jumper_grey)
    (empty bowl_cat)
    (empty bowl_dog))
  (:goal (and (bolted door_front))))
