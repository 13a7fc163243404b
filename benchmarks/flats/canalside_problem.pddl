(define (problem canalside-day)
  (:domain canalside)
  (:objects
    hallway kitchen lounge study jetty - room
    front-door back-door - door
    noors-bike toms-bike - bike
    worktop coffee-table desk drying-rack - surface
    fridge cupboard - container
    dishwasher1 - dishwasher
    speaker heater - device
    desk-lamp floor-lamp - lamp
    cat-bowl - bowl
    green-mug white-mug black-mug - mug
    law-book statistics-book - book
    laptop - gadget
    oat-milk leftovers - food
    towel - linen)
  (:init
    (robot-in lounge) (empty-handed)
    (linked hallway kitchen) (linked kitchen hallway)
    (linked hallway lounge) (linked lounge hallway)
    (linked hallway study) (linked study hallway)
    (leads back-door kitchen jetty) (leads back-door jetty kitchen)
    (near front-door hallway) (near back-door kitchen) (near back-door jetty)
    (near noors-bike hallway) (near toms-bike hallway)
    (near worktop kitchen) (near fridge kitchen) (near cupboard kitchen)
    (near dishwasher1 kitchen) (near cat-bowl kitchen)
    (near coffee-table lounge) (near speaker lounge) (near heater lounge) (near floor-lamp lounge)
    (near desk study) (near desk-lamp study)
    (near drying-rack jetty)
    (socket-at desk) (kettle-in kitchen)
    (locked back-door)
    (opened fridge)
    (running speaker) (running desk-lamp) (running floor-lamp)
    (clean black-mug)
    (lies-on green-mug desk) (lies-on statistics-book desk)
    (lies-on white-mug coffee-table) (lies-on law-book coffee-table)
    (lies-on laptop coffee-table) (lies-on towel coffee-table)
    (lies-on oat-milk worktop)
    (inside black-mug cupboard) (inside leftovers fridge))
  (:goal (and (filled cat-bowl))))
