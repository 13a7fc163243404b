(define (problem smithy)
  (:domain forge)
  (:objects horseshoe blade gate-hinge - workpiece
    sledgehammer cross-peen-hammer - tool
    coal-hearth gas-hearth - hearth
    water-trough oil-bucket - vessel
    big-anvil small-anvil workbench - surface
    gas-valve air-valve - valve)
  (:init (gripper-free) (at horseshoe workbench) (at blade big-anvil) (at gate-hinge coal-hearth)
    (at sledgehammer workbench) (at cross-peen-hammer workbench)
    (ignited coal-hearth) (filled water-trough) (covered oil-bucket) (filled oil-bucket)
    (incandescent gate-hinge) (shaped blade))
  (:goal (and (hardened blade))))
