(define (problem craft_corner_1) (:domain craft_corner)
 (:objects worktable shelf stool - spot box_wood box_tin - box paint_red paint_blue - paint brush_thick brush_thin - brush
  marker - pen scissors yarn_grey yarn_green felt - supply glue_gun sewing_machine - tool_plug lamp_clip lamp_magnifier - clip_light blind - roller_blind)
 (:init (lies_at paint_red worktable) (uncapped paint_red) (lies_at paint_blue shelf) (lies_at brush_thick worktable) (gunky brush_thick)
  (lies_at brush_thin shelf) (lies_at marker stool) (uncapped marker) (lies_at scissors worktable) (lies_at yarn_grey stool)
  (stored_in yarn_green box_wood) (lid_off box_tin) (lies_at felt shelf) (plugged_in glue_gun)
  (switched_on lamp_magnifier) (littered worktable))
 (:goal (stored_in felt box_tin)))
