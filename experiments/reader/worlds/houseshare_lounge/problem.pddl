(define (problem houseshare_lounge_1)
  (:domain houseshare_lounge)
  (:objects
    cushion_grey cushion_orange - cushion
    beer_glass vase - vessel
    remote laptop guitar - gear
    sofa armchair bookshelf coffee_table - place
    tv lamp_floor lamp_desk fan - device
    front_door balcony_door - entrance
    window - pane)
  (:init
    (rests cushion_grey armchair) (rests cushion_orange sofa)
    (rests beer_glass coffee_table) (rests vase bookshelf)
    (rests remote sofa) (rests laptop coffee_table) (rests guitar armchair)
    (switched_on tv) (switched_on lamp_desk)
    (has_sound tv)
    (open front_door) (locked balcony_door) (open window)
    (dusty bookshelf) (dusty coffee_table)
    (stained cushion_orange)
    (chargeable laptop) (charging remote))
  (:goal (and (locked front_door))))
