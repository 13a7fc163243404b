(define (problem refinery-shift) (:domain sugar-refinery)
  (:objects Pan_A Pan_B Pan_C - Pan Fugal_1 Fugal_2 - Centrifuge WetBelt DryBelt - Conveyor WhiteSilo RawSilo - Silo
    Slide_White Slide_Raw - Gate CharFilter PressFilter - Filter ProofStick LongLadle - Sampler)
  (:init (GripFree) (Charged Pan_A) (SteamOn Pan_A) (LidLocked Fugal_1) (Spinning Fugal_1) (Loaded Fugal_1) (Energised DryBelt) (SlideOpen Slide_Raw)
    (Under Slide_White WhiteSilo) (Under Slide_Raw RawSilo) (Clogged CharFilter) (Racked ProofStick) (Racked LongLadle))
  (:goal (and (Sampled Pan_A))))
