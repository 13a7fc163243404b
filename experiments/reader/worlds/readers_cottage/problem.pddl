(define (problem readers_cottage_1) (:domain readers_cottage)
 (:objects hymn_book cookbook novel reading_glasses mug_blue mug_white - item wool_blanket - blanket
  bookshelf sofa coffee_table - surface drawer_top drawer_bottom - drawer
  piano_lamp floor_lamp hall_lamp - lamp curtain_left curtain_right - curtain wood_stove - stove fern - plant cat_bowl - bowl)
 (:init (holds sofa hymn_book) (holds coffee_table cookbook) (holds drawer_top novel) (holds sofa reading_glasses)
  (holds coffee_table mug_blue) (holds bookshelf mug_white) (holds sofa wool_blanket)
  (shut drawer_top) (drawn curtain_left) (off hall_lamp) (dry fern) (empty cat_bowl))
 (:goal (and (lit wood_stove))))
