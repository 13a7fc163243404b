(define (problem kittiwake_house_1)
  (:domain kittiwake_house)
  (:objects
    harbour_room gull_room - bedroom
    mr_pym miss_oakes - guest
    harbour_bed gull_bed gull_cot - bed
    harbour_window gull_window parlour_window - window
    front_hook back_hook - hook
    reception_desk linen_shelf hatch bath_rail - ledge
    harbour_key gull_key - key
    striped_towel white_towel - towel
    kippers porridge - breakfast
    vacancy_sign porch_sign - sign)
  (:init
    (grip-free)
    (bed-of harbour_bed harbour_room) (bed-of gull_bed gull_room) (bed-of gull_cot gull_room)
    (sleeps-in mr_pym harbour_room) (sleeps-in miss_oakes gull_room)
    (made gull_cot)
    (woken miss_oakes)
    (open-window harbour_window) (open-window parlour_window)
    (curtains-drawn harbour_window) (curtains-drawn gull_window)
    (stored front_hook harbour_key) (stored reception_desk gull_key)
    (stored bath_rail striped_towel) (stored bath_rail white_towel)
    (stored hatch kippers) (stored hatch porridge)
    (soggy striped_towel)
    (glowing porch_sign))
  (:goal (and (woken mr_pym) (made gull_bed) (glowing vacancy_sign))))
