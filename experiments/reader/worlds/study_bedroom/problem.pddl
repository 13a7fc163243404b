(define (problem study_bedroom_1) (:domain study_bedroom)
 (:objects desk nightstand bed windowsill floor basin - surface drawer_top drawer_bottom - drawer
  mug_blue mug_white - mug glass charger pencil_case notebook stapler backpack - item laptop - laptop
  lamp_desk lamp_bedside light_ceiling - light curtain - curtain window - window)
 (:init (resting desk mug_blue) (stained mug_blue) (resting desk pencil_case) (resting nightstand mug_white) (resting windowsill glass)
  (resting bed laptop) (powered laptop) (resting bed charger) (resting floor backpack)
  (inside_drawer notebook drawer_top) (inside_drawer stapler drawer_top) (pulled_open drawer_top)
  (lit lamp_desk) (lit light_ceiling) (ajar window) (gripper_free))
 (:goal (resting desk laptop)))
