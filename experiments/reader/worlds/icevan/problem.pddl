(define (problem icevan-1) (:domain icevan)
 (:objects vanillaTub pistachioTub sorbetTub - tub scoop - utensil spatula - utensil bigCone smallCone - wafer chestFreezer backupFreezer - freezer
  sideHatch rearHatch - hatch jingleBox compressor - appliance counter rearShelf - place boy grandmother - customer)
 (:init (storedIn vanillaTub chestFreezer) (storedIn pistachioTub chestFreezer) (storedIn sorbetTub backupFreezer) (standsOn scoop counter) (standsOn spatula rearShelf)
  (standsOn bigCone rearShelf) (standsOn smallCone counter) (handsFree) (contaminated spatula) (energised jingleBox) (parked) (engineOn))
 (:goal (and (served bigCone boy))))
