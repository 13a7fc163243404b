; Early shift: the praline mould is in the precool zone already, and somebody has left the exit panel open.
(define (problem early-shift)
  (:domain cooling-line)
  (:objects
    infeed_belt outfeed_belt - conveyor
    chiller_1 chiller_2 - chiller
    tunnel_fan exit_fan - fan
    precool_zone main_zone exit_zone - zone
    praline_mould bar_mould truffle_mould egg_mould - mould)
  (:init
    (running infeed_belt) (running chiller_1) (running tunnel_fan)
    (cools chiller_1 precool_zone) (cools chiller_1 main_zone)
    (cools chiller_2 main_zone) (cools chiller_2 exit_zone)
    (panel-open exit_zone)
    (smeared main_zone)
    (filled praline_mould) (filled egg_mould)
    (in praline_mould precool_zone))
  (:goal (and)))
