(define (problem dark1) (:domain darkroom)
 (:objects harbour_negative wedding_negative - negative large_sheet small_sheet test_strip - print_paper developer_tray stop_tray fixer_tray - tray
  red_lamp orange_lamp - safelight main_lamp - ceiling_lamp front_door rear_door - entrance enlarger_1 - enlarger paper_box negative_box - carton)
 (:init (illuminated main_lamp) (tongs_free) (stored_in harbour_negative negative_box) (stored_in wedding_negative negative_box) (unsealed negative_box)
  (stored_in large_sheet paper_box) (stored_in small_sheet paper_box) (stored_in test_strip paper_box) (filled stop_tray) (bolted rear_door) (scratched wedding_negative))
 (:goal (and (pegged small_sheet))))
