; Ten in the morning: the suite is occupied, its television is on, and room 101 is locked.
(define (problem ten-in-the-morning)
  (:domain hotel)
  (:objects
    room_101 room_102 garden_suite - room
    bed_101 bed_102 suite_bed - bed
    window_101 window_102 - window
    left_curtain right_curtain - curtain
    minibar_101 suite_minibar - minibar
    bedside_lamp floor_lamp - lamp
    suite_television - television
    bath_towel hand_towel - towel
    white_sheet blue_sheet - sheet
    linen_trolley cleaning_trolley - trolley)
  (:init
    (in-corridor) (hands-free)
    (locked room_101) (occupied garden_suite)
    (made bed_102)
    (open left_curtain) (open window_102)
    (on suite_television) (on bedside_lamp)
    (dirty bath_towel) (dirty blue_sheet)
    (on-trolley white_sheet linen_trolley) (on-trolley hand_towel linen_trolley)
    (stocked minibar_101))
  (:goal (and (vacuumed room_101) (locked room_101) (made bed_101) (stocked suite_minibar)
    (not (open suite_minibar)) (not (dirty bath_towel)) (on-trolley bath_towel linen_trolley))))
