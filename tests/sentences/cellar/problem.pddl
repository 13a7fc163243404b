; Morning round: the hatch was left open, one humidifier runs, the old blue is wrapped.
(define (problem morning-round)
  (:domain cellar)
  (:objects
    grey_tomme goat_tomme - tomme
    young_blue old_blue - blue
    munster - cheese
    top_shelf bottom_shelf spruce_shelf - shelf
    cellar_door air_hatch - door
    soft_brush stiff_brush - brush
    front_humidifier back_humidifier - humidifier)
  (:init
    (hands-free)
    (on grey_tomme top_shelf) (on goat_tomme top_shelf)
    (on young_blue bottom_shelf) (on old_blue bottom_shelf)
    (on munster spruce_shelf)
    (open air_hatch)
    (running back_humidifier)
    (clean soft_brush)
    (pierced old_blue) (wrapped old_blue))
  (:goal (and (turned grey_tomme) (rubbed munster) (pierced young_blue) (not (open air_hatch)))))
