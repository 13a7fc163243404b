(define (problem slipway-evening)
  (:domain slipway)
  (:objects
    galley cabin slipway - room
    galley_counter chart_table workbench - surface
    stove - cooker
    icebox sail_locker cupboard - locker
    reading_lamp galley_lamp hurricane_lamp - lamp
    front_door slip_door - door
    sink - basin
    blue_mug white_mug frying_pan - dish
    kettle - kettle-kind
    red_jacket yellow_jacket rope - gear
    milk - food)
  (:init
    (robot-in cabin) (gripper-free)
    (linked cabin galley) (linked galley cabin)
    (linked galley slipway) (linked slipway galley)
    (situated galley_counter galley) (situated stove galley) (situated icebox galley)
    (situated cupboard galley) (situated sink galley) (situated galley_lamp galley)
    (situated chart_table cabin) (situated reading_lamp cabin) (situated front_door cabin)
    (situated workbench slipway) (situated sail_locker slipway)
    (situated hurricane_lamp slipway) (situated slip_door slipway)
    (lying-on blue_mug chart_table)
    (lying-on white_mug galley_counter)
    (lying-on kettle galley_counter)
    (lying-on rope galley_counter)
    (lying-on milk galley_counter)
    (lying-on red_jacket workbench)
    (stowed yellow_jacket sail_locker)
    (stowed frying_pan cupboard) (clean frying_pan)
    (open cupboard)
    (lit hurricane_lamp)
    (bolted front_door))
  (:goal (and (stowed milk icebox))))
