(define (problem cleaning-rota) (:domain shared-flat)
 (:objects adaTowel benTowel - towel bathmat - fabric shampoo soap-dispenser - toiletry umbrella parka trainers - apparel
  washbasin bathtub toilet sideboard - fixture coatRack - rack pedalBin - bin flatDoor bathroomDoor fanlight medicineCabinet - portal
  washing-machine hairdryer wallHeater - outlet)
 (:init (idle) (stored-at adaTowel bathtub) (stored-at benTowel coatRack) (stored-at bathmat bathtub) (stored-at shampoo bathtub) (stored-at soap-dispenser washbasin)
  (stored-at umbrella sideboard) (stored-at parka sideboard) (stored-at trainers coatRack) (damp adaTowel) (damp bathmat) (depleted soap-dispenser) (depleted shampoo)
  (opened flatDoor) (opened medicineCabinet) (plugged-in wallHeater) (plugged-in hairdryer) (activated wallHeater) (bagged pedalBin) (sanitised sideboard))
 (:goal (and (sanitised toilet))))
