(define (problem robot_lab_flat_1) (:domain robot_lab_flat)
 (:objects kitchen lab corridor - room workbench counter shelf - surface
  drawer_top drawer_bottom - drawer
  cup_red cup_white mug screwdriver scissors tennis_ball apple - item
  ceiling_lamp desk_lamp - lamp monitor - screen blind_left blind_right - blind)
 (:init (robot_in corridor) (grip_free)
  (part_of workbench lab) (part_of drawer_top lab) (part_of drawer_bottom lab)
  (part_of counter kitchen) (part_of shelf corridor)
  (holds workbench cup_white) (holds workbench screwdriver)
  (holds counter cup_red) (holds counter mug) (holds counter apple)
  (holds shelf tennis_ball) (holds drawer_bottom scissors)
  (pulled_out drawer_top) (closed_off drawer_bottom)
  (powered_down monitor) (slats_shut blind_left)
  (soiled cup_white) (soiled mug) (soiled workbench))
 (:goal (and (powered_down desk_lamp))))
