(define (problem grandpas-workshop-flat-1)
  (:domain grandpas-workshop-flat)
  (:objects
    drawer_top drawer_bottom - drawer
    toolbox - chest
    workbench armchair windowsill - surface
    hammer pliers screwdriver_long screwdriver_short - tool
    pipe pocket_watch rag glue - stuff
    radio fan heater - appliance)
  (:init
    (hand_empty)
    (pulled_out drawer_bottom)
    (locked toolbox)
    (stored_in toolbox pliers) (stored_in drawer_top pocket_watch)
    (stored_in drawer_bottom screwdriver_short)
    (resting_on workbench hammer) (resting_on workbench screwdriver_long)
    (resting_on workbench glue) (resting_on armchair pipe) (resting_on windowsill rag)
    (is_rag rag)
    (dusty workbench) (dusty windowsill)
    (running radio) (running fan))
  (:goal (and (stored_in toolbox hammer) (locked toolbox))))
