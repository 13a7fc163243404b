(define (problem sewing-room-1) (:domain sewing-room)
(:objects cutting_table windowsill armchair scrap_basket - open_spot ironing_board - board top_drawer bottom_drawer - drawer
 desk_lamp floor_lamp clip_lamp - lamp steam_iron - iron sewing_machine - machine
 fabric_scissors paper_scissors red_thread blue_thread tape_measure - thing tea_towel linen_shirt - cloth button_tin - tin)
(:init (placed cutting_table fabric_scissors) (placed windowsill paper_scissors) (placed top_drawer red_thread)
 (placed cutting_table blue_thread) (placed armchair tape_measure) (placed armchair tea_towel) (placed ironing_board linen_shirt)
 (placed windowsill button_tin) (creased tea_towel) (creased linen_shirt) (pulled_out bottom_drawer)
 (plugged_in sewing_machine) (shrouded sewing_machine) (off desk_lamp) (unlidded button_tin))
(:goal (and (off floor_lamp))))
