(define (problem lent)
  (:domain parsonage)
  (:objects
    study kitchen hall - room
    desk kitchen_table window_seat - surface
    cupboard chest - storage
    front_door - door
    study_window - window
    reading_lamp fire - light
    clock - clockwork
    fern - plant
    bible sermon teapot umbrella black_hat straw_hat - thing)
  (:init
    (robot_at study) (hand_free)
    (part_of desk study) (part_of window_seat study) (part_of study_window study) (part_of reading_lamp study)
    (part_of fire study) (part_of fern study)
    (part_of kitchen_table kitchen) (part_of cupboard kitchen)
    (part_of chest hall) (part_of front_door hall) (part_of clock hall)
    (on sermon desk) (on straw_hat desk) (on bible window_seat) (on black_hat kitchen_table)
    (in teapot cupboard) (in umbrella chest)
    (open study_window) (locked front_door) (lit fire))
  (:goal (and)))
