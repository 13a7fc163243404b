(define (problem laundry-1) (:domain laundry)
  (:objects bed_linen wool_jumper bath_towel_1 bath_towel_2 work_shirt - textile
    washer_old washer_new - washer
    tumble_dryer - dryer
    wicker_hamper folding_table drying_line - surface
    basement_door courtyard_door - entrance
    steam_iron ceiling_light vent_fan - fixture)
  (:init (contained_in bed_linen washer_old) (contained_in wool_jumper wicker_hamper) (contained_in bath_towel_1 wicker_hamper)
    (contained_in bath_towel_2 folding_table) (contained_in work_shirt folding_table) (gripper_empty)
    (contaminated wool_jumper) (contaminated bath_towel_1) (moist bed_linen) (creased work_shirt)
    (port_open washer_new) (cycle_active washer_old) (lint_clogged tumble_dryer)
    (live ceiling_light) (live vent_fan) (secured courtyard_door))
  (:goal (and (not (contaminated wool_jumper)))))
