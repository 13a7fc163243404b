(define (problem nursery-1) (:domain nursery)
  (:objects mistValve dripValve - Valve
    northBench southBench pottingBench - Bench
    whiteOrchid spottedOrchid - Orchid stagFern tallFern - Fern tomatoSeedling lettuceSeedling pepperSeedling - Seedling
    roofShade sideShade - Shade soapMix neemOil - Agent roofVent doorVent - Vent peatMix barkMix - Compost)
  (:init (feeds mistValve northBench) (feeds dripValve southBench) (feeds dripValve pottingBench)
    (flowing dripValve) (gripperFree)
    (standsOn whiteOrchid northBench) (standsOn spottedOrchid northBench) (standsOn stagFern southBench) (standsOn tallFern northBench)
    (standsOn tomatoSeedling pottingBench) (standsOn lettuceSeedling pottingBench) (standsOn pepperSeedling southBench)
    (infested spottedOrchid) (infested stagFern) (infested tomatoSeedling) (infested lettuceSeedling)
    (potted spottedOrchid) (moist tallFern)
    (ajar roofVent) (drawn sideShade))
  (:goal (and (moist whiteOrchid))))
