(define (problem p) (:domain potterStudio)
 (:objects bigKiln testKiln - kiln throwingWheel dustExtractor workLamp - apparatus
  drinkingVessel pouringVessel plantVessel shallowDish - vessel loopTool sponge - implement cobaltCoating clearCoating - coating
  workbench dryingRack showcase washBasin - site)
 (:init (HandsVacant) (Active throwingWheel) (Active workLamp) (DoorAjar testKiln) (Fired pouringVessel) (Fired shallowDish)
  (RestsOn drinkingVessel dryingRack) (RestsOn pouringVessel workbench) (RestsOn plantVessel dryingRack) (RestsOn shallowDish workbench)
  (Stored loopTool workbench) (Stored sponge washBasin) (Encrusted loopTool) (Encrusted sponge) (Lidded clearCoating))
 (:goal (and (Fired drinkingVessel))))
