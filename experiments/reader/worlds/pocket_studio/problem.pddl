(define (problem pocket_studio-1) (:domain pocket_studio)
  (:objects middle window_side - zone
    wall_bed guest_bed - bed
    desk_flap dining_flap - flap
    counter windowsill - fixed
    tall_cupboard bathroom_cabinet - cupboard
    red_bowl blue_bowl - bowl
    white_towel striped_towel - towel
    yellow_cushion green_cushion - cushion
    laptop - gadget
    ceiling_light reading_light fan heater - device)
  (:init (needs wall_bed middle) (needs dining_flap middle)
    (needs guest_bed window_side) (needs desk_flap window_side)
    (folded_out wall_bed) (taken middle) (folded_out desk_flap) (taken window_side)
    (atop desk_flap laptop) (atop desk_flap red_bowl) (atop counter blue_bowl)
    (atop wall_bed white_towel) (atop wall_bed yellow_cushion) (atop windowsill green_cushion)
    (inside tall_cupboard striped_towel) (shut tall_cupboard)
    (damp white_towel) (grubby red_bowl) (grubby blue_bowl)
    (powered ceiling_light) (powered fan) (gripper_empty))
  (:goal (and (folded_out dining_flap))))
