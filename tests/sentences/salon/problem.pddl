; Ten in the morning: Mr Brown sits at the window, Mrs Hill has wet hair, the curling iron is on.
(define (problem ten-o-clock)
  (:domain salon)
  (:objects
    mrs_hill mr_brown anna - client
    window_chair corner_chair - chair
    left_basin right_basin - basin
    hood_dryer hand_dryer - dryer
    curling_iron - iron
    long_scissors thinning_scissors - scissors
    red_dye bleach - product
    gloves apron - garment
    front_door back_door - door)
  (:init
    (waiting mrs_hill) (waiting anna)
    (seated mr_brown window_chair) (occupied window_chair)
    (wet mrs_hill) (shampooed mrs_hill)
    (sensitive anna)
    (mixed red_dye)
    (on curling_iron)
    (dirty thinning_scissors)
    (wearing apron)
    (open front_door))
  (:goal (and (trimmed mr_brown) (paid mr_brown) (not (wet mrs_hill)) (swept) (not (on curling_iron)))))
