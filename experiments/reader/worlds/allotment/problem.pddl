(define (problem allotment-1) (:domain allotment)
  (:objects spade_1 hand_fork digging_fork secateurs - implement
    wellingtons - footwear
    flashlight_a - portable-light
    shed_luminaire - luminaire
    workbench tool_rack wheelbarrow RU_shelf_02 - place
    shed_door site_gate cold_frame_l cold_frame_r - closure
    tomato_row bean_row strawberry_patch leek_bed - crop
    standpipe_1 - standpipe)
  (:init (loc-of spade_1 workbench) (loc-of hand_fork tool_rack) (loc-of digging_fork wheelbarrow)
    (loc-of secateurs workbench) (loc-of wellingtons RU_shelf_02) (loc-of flashlight_a workbench)
    (gripper-free) (soiled spade_1) (soiled digging_fork) (soiled wellingtons)
    (bolted shed_door) (ajar site_gate) (ajar cold_frame_l)
    (ripe tomato_row) (ripe strawberry_patch) (hydrated leek_bed) (netted strawberry_patch)
    (energized flashlight_a))
  (:goal (and (hydrated tomato_row))))
