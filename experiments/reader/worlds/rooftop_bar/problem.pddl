(define (problem rb1) (:domain rooftopBar)
 (:objects tallTumbler wineGlass champagneFlute - glassware prosecco redWine ginBottle - bottle lemonUnit - garnish
  bottleCooler iceChest - coldStore mainCounter standingTable - surface
  fairyLights radiantHeater musicPlayer neonSign - device olivePot basilTrough - planter parasolEast parasolWest awning - shelter)
 (:init (stored tallTumbler mainCounter) (stored wineGlass standingTable) (stored champagneFlute standingTable) (stored prosecco bottleCooler)
  (stored redWine mainCounter) (stored ginBottle mainCounter) (stored lemonUnit standingTable) (sealed bottleCooler) (running radiantHeater) (running musicPlayer)
  (hydrated basilTrough) (deployed parasolEast) (deployed parasolWest) (gripperEmpty) (uncorked ginBottle))
 (:goal (and (hydrated olivePot))))
