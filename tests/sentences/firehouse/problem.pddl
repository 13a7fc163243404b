; The beginning of a night shift.
(define (problem night-shift)
  (:domain firehouse)
  (:objects
    ladder_truck pump_truck - truck
    rescue_van - van
    front_door back_door - door
    long_hose short_hose - hose
    red_helmet white_helmet - helmet
    axe - tool)
  (:init
    (parked ladder_truck) (parked pump_truck) (parked rescue_van)
    (wet short_hose))
  (:goal (and)))
