(define (problem monday)
  (:domain launderette)
  (:objects
    washer_1 washer_2 - washer
    tumble_dryer - dryer
    sheet towel pillowcase - linen
    jumper scarf - wool)
  (:init
    (on-counter sheet) (on-counter towel) (on-counter jumper) (on-counter scarf) (on-counter pillowcase)
    (soiled sheet) (soiled towel) (soiled jumper) (soiled scarf))
  (:goal (and (handed-over sheet) (handed-over jumper))))
