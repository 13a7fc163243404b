; Half an hour before the show: the house lamp burns, the crown is broken.
(define (problem half-hour)
  (:domain theatre)
  (:objects
    left_spotlight right_spotlight - spotlight
    front_footlight - footlight
    house_lamp - lamp
    main_curtain back_curtain - curtain
    throne crown sword - prop
    front_trapdoor rear_trapdoor - trapdoor
    stage_door fire_door - door
    hand_microphone desk_microphone - microphone
    centre_stage wings prop_table - spot)
  (:init
    (hands-free)
    (lit house_lamp)
    (raised back_curtain)
    (locked rear_trapdoor)
    (open stage_door)
    (live desk_microphone)
    (at throne wings) (at crown prop_table) (at sword prop_table)
    (broken crown)
    (heavy throne))
  (:goal (and (at throne centre_stage) (raised main_curtain) (lit left_spotlight) (not (open stage_door)))))
