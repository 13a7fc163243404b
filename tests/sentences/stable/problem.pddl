(define (problem morning)
  (:domain stable)
  (:objects
    thunder biscuit - horse
    pepper misty - pony
    corner_stall end_stall big_stall - stall
    north_paddock south_paddock - paddock
    leather_saddle racing_saddle - saddle
    hay oats - feed
    stone_trough tin_trough - trough)
  (:init
    (in thunder corner_stall) (in pepper end_stall) (in misty big_stall) (in biscuit north_paddock)
    (latched corner_stall) (latched end_stall)
    (dirty corner_stall) (dirty end_stall)
    (muddy biscuit)
    (full tin_trough)
    (boggy south_paddock))
  (:goal (and (saddled thunder) (fed pepper) (full stone_trough))))
