(define (problem flat12-monday)
  (:domain flat12)
  (:objects
    kitchen living-room - room
    kitchen-table coffee-table - surface
    fridge upper-cupboard lower-cupboard cutlery-drawer sideboard-drawer - cabinet
    washing-machine - washer
    sink - container
    kitchen-lamp floor-lamp tv - device
    milk orange-juice apple-juice butter remote newspaper - item
    red-mug blue-mug plate - dish
    kitchen-towel sweater - laundry)
  (:init
    (located kitchen-table kitchen)
    (located fridge kitchen)
    (located upper-cupboard kitchen)
    (located lower-cupboard kitchen)
    (located cutlery-drawer kitchen)
    (located washing-machine kitchen)
    (located sink kitchen)
    (located kitchen-lamp kitchen)
    (located coffee-table living-room)
    (located sideboard-drawer living-room)
    (located floor-lamp living-room)
    (located tv living-room)
    (basin sink)
    (open sink)
    (open upper-cupboard)
    (switched-on kitchen-lamp)
    (switched-on floor-lamp)
    (in milk fridge)
    (in orange-juice fridge)
    (on apple-juice kitchen-table)
    (on butter kitchen-table)
    (in red-mug sink)
    (on blue-mug coffee-table)
    (in plate upper-cupboard)
    (clean plate)
    (in remote sideboard-drawer)
    (on newspaper coffee-table)
    (on kitchen-towel kitchen-table)
    (on sweater coffee-table)
    (robot-in living-room)
    (hand-free))
  (:goal (and (in butter fridge))))
