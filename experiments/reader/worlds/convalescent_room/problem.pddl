(define (problem convalescent_room_1) (:domain convalescent_room)
 (:objects bedside_table windowsill armchair medicine_cabinet - place bed - bed drawer_top drawer_bottom - drawer
  pill_box cough_syrup reading_glasses novel puzzle_book - item water_glass - glass blanket_wool blanket_fleece - blanket
  bedside_lamp floor_lamp ceiling_lamp - lamp curtain - curtain window - window)
 (:init (placed medicine_cabinet cough_syrup) (placed drawer_top pill_box) (placed bedside_table reading_glasses)
  (placed bedside_table water_glass) (placed armchair novel) (placed armchair blanket_wool) (placed windowsill puzzle_book)
  (placed bed blanket_fleece) (glowing bedside_lamp) (glowing floor_lamp) (drawn curtain) (ajar window) (folded blanket_fleece)
  (pulled_out drawer_bottom))
 (:goal (and (made bed))))
