(define (problem night-round)
  (:domain PharmacyRobot)
  (:objects insulinVial heparinVial morphineVial - vial
    warfarinPack paracetamolPack ibuprofenPack - pack
    controlledSafe fridgeBin shelfBin - bin
    trayA trayB - tray
    icu paediatrics - ward)
  (:init (InBin morphineVial controlledSafe) (InBin insulinVial fridgeBin) (InBin heparinVial fridgeBin)
    (InBin warfarinPack shelfBin) (InBin paracetamolPack shelfBin) (InBin ibuprofenPack shelfBin)
    (Locked controlledSafe) (GripperFree) (Powered labelPrinter) (AtHome trayA) (AtHome trayB) (Labelled trayB))
  (:goal (and (Delivered trayA icu)))
)
