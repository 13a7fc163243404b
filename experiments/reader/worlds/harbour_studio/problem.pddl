(define (problem harbour-studio-1)
 (:domain harbour-studio)
 (:objects
  sofa table worktop windowsill - surface
  fridge drawer_upper drawer_lower - box
  cup_red cup_blue mug milk book blanket - thing
  fern cactus - plant
  lamp_desk lamp_floor - lamp
  window_harbour - window)
 (:init
  (gripper_empty)
  (placed cup_red table) (placed cup_blue worktop) (placed mug drawer_upper)
  (placed milk worktop) (placed book sofa) (placed blanket sofa)
  (placed fern windowsill) (placed cactus windowsill)
  (ajar drawer_lower)
  (lit lamp_floor)
  (watered cactus)
  (washable cup_red) (washable cup_blue) (washable mug)
  (washed cup_blue) (washed mug)
  (tv_on))
 (:goal (placed milk fridge)))
