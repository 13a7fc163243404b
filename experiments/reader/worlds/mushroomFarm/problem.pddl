(define (problem tuesday)
  (:domain mushroomFarm)
  (:objects strawBag sawdustBag - bag
    oakLog - log
    woodenCrate plasticCrate - crate
    pruningKnife - implement
    growRoom incubator steamRoom - chamber
    fogger - humidifier
    extractor - fan
    gasBurner - burner
    oyster shiitake - strain)
  (:init (freeHands) (unlatched growRoom) (unlatched steamRoom)
    (inRoom strawBag steamRoom) (inRoom sawdustBag incubator) (inRoom oakLog growRoom)
    (inRoom woodenCrate growRoom) (inRoom plasticCrate steamRoom) (inRoom pruningKnife growRoom)
    (colonized oakLog) (colonized sawdustBag) (inoculated oakLog shiitake) (contaminated strawBag)
    (runningIn extractor growRoom))
  (:goal (and (harvestedInto oakLog woodenCrate))))
