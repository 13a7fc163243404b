; Evening at the camp: supper first, then everything bear-proof.
(define (problem evening)
  (:domain camp)
  (:objects
    bigtent smalltent cooktent - tent
    campfire gasstove - hearth
    lantern1 lantern2 - lantern
    bacon bread cheese marshmallows - food
    bearbox coolbox - box)
  (:init
    (handsfree)
    (pitched bigtent) (zipped bigtent) (pitched cooktent)
    (leaky smalltent)
    (burning lantern1)
    (stored bacon coolbox) (stored cheese coolbox)
    (stored bread bearbox) (stored marshmallows bearbox)
    (latched bearbox)
    (smelly bacon) (smelly cheese))
  (:goal (and (cooked bacon) (pitched smalltent) (not (burning campfire)) (latched bearbox))))
