(define (problem terracehouse1) (:domain terracehouse)
 (:objects front_door back_door - door upstairs_window kitchen_window - window hall_lamp porch_lamp bedroom_lamp - lamp
  hall_table coat_rack - surface kitchen_drawer shoe_cupboard - storage boots parcel umbrella keys - item
  fern geranium - plant radio boiler - appliance front_curtain - curtain)
 (:init (locked front_door) (open back_door) (open upstairs_window) (lit porch_lamp) (lit bedroom_lamp)
  (at boots hall_table) (at parcel hall_table) (at umbrella coat_rack) (at keys kitchen_drawer) (handfree)
  (ajar shoe_cupboard) (on radio) (clean parcel) (clean umbrella) (clean keys) (drawn front_curtain))
 (:goal (and (locked back_door))))
