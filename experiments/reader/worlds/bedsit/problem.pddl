(define (problem bedsit-sunday) (:domain bedsit)
  (:objects bedSheet woolJumper - laundry lentilSoup - food saucepan teaMug - dish lawTextbook libraryNovel - book
            desk sinkUnit bookshelf - surface clothesHorse - airer hotPlate - hotplate
            wardrobe pantryBox - container washMachine - washer deskLamp - lamp)
  (:init (empty-handed) (inside bedSheet washMachine) (soiled bedSheet) (ajar washMachine) (atop woolJumper desk) (soiled woolJumper)
         (inside lentilSoup pantryBox) (atop saucepan sinkUnit) (soiled saucepan) (atop teaMug desk) (soiled teaMug)
         (atop lawTextbook desk) (atop libraryNovel hotPlate) (switchable hotPlate) (switchable washMachine) (switchable deskLamp) (live deskLamp))
  (:goal (and (heated lentilSoup))))
