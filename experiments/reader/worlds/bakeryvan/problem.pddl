(define (problem round) (:domain bakery-van)
 (:objects ryeLoaf whiteLoaf buckwheatLoaf - loaf croissant eclair - pastry topRack bottomRack - rack depot millLane churchGreen - place
  tailgate sideDoor - portal hazards cargoLight - lamp mrsPike vicar - customer)
 (:init (slotted ryeLoaf bottomRack) (slotted whiteLoaf bottomRack) (slotted buckwheatLoaf topRack) (slotted croissant topRack) (slotted eclair topRack) (armFree)
  (vanAt depot) (handbrakeSet) (unlatched tailgate) (glowing cargoLight) (livesAt mrsPike millLane) (livesAt vicar churchGreen) (glutenFree buckwheatLoaf))
 (:goal (and (handedOver ryeLoaf mrsPike))))
