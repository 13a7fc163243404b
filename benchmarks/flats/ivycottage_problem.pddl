(define (problem ivycottage_day)
  (:domain ivycottage)
  (:objects
    kitchen sitting_room bedroom garden shed - room
    kitchen_door bedroom_door back_door shed_door - door
    walter - person
    worktop side_table nightstand workbench - surface
    hob - hob
    cabinet fridge drawer - cupboard
    radio - device
    reading_lamp standard_lamp - lamp
    roses - plant
    reading_glasses distance_glasses - spectacles
    soup - food
    pills cardigan blanket walking_stick trowel - item)
  (:init
    (robot_at kitchen) (empty_handed)
    (sits_in walter sitting_room)
    (links kitchen_door kitchen sitting_room) (links kitchen_door sitting_room kitchen)
    (links bedroom_door sitting_room bedroom) (links bedroom_door bedroom sitting_room)
    (links back_door kitchen garden) (links back_door garden kitchen)
    (links shed_door garden shed) (links shed_door shed garden)
    (reachable kitchen_door kitchen) (reachable kitchen_door sitting_room)
    (reachable bedroom_door sitting_room) (reachable bedroom_door bedroom)
    (reachable back_door kitchen) (reachable back_door garden)
    (reachable shed_door garden) (reachable shed_door shed)
    (reachable cabinet kitchen) (reachable fridge kitchen) (reachable drawer bedroom)
    (surface_at worktop kitchen) (surface_at hob kitchen) (surface_at side_table sitting_room)
    (surface_at nightstand bedroom) (surface_at workbench shed)
    (device_at radio sitting_room) (device_at reading_lamp sitting_room) (device_at standard_lamp sitting_room)
    (grows_in roses garden)
    (open kitchen_door) (open bedroom_door)
    (bolted shed_door)
    (running radio)
    (in pills cabinet) (in soup fridge) (in cardigan drawer)
    (on reading_glasses nightstand) (on distance_glasses worktop) (on trowel worktop)
    (on walking_stick workbench)
    (has walter blanket))
  (:goal (and (has walter pills))))
