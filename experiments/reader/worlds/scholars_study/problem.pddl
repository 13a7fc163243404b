(define (problem scholars_study_1) (:domain scholars_study)
 (:objects hymn_book cookbook notebook_blue notebook_black paper_knife mug fountain_pen reading_glasses - item
  desk armchair bookcase windowsill - surface drawer_top drawer_bottom - drawer desk_lamp floor_lamp - lamp
  velvet_curtain - curtain bay_window - window mantel_clock - clock waste_basket - basket)
 (:init (rests_on hymn_book armchair) (rests_on cookbook desk) (rests_on notebook_blue desk) (rests_on notebook_black bookcase)
  (rests_on paper_knife windowsill) (rests_on mug desk) (kept_in drawer_top fountain_pen) (kept_in drawer_bottom reading_glasses)
  (unlocked drawer_bottom) (lit desk_lamp) (ajar bay_window) (stopped mantel_clock))
 (:goal (drawn velvet_curtain)))
