(define (problem p) (:domain PenthouseSmart)
  (:objects stripLED_kitchen floorLum_lounge readingLum_bedroom - Emitter
    wallDisplay audioHub - MediaUnit
    shadeEast shadeWest - Shade
    entryPortal terraceSlider - Portal
    intrusionPanel - AlarmUnit
    autoVac - CleanerBot
    champagneMagnum tabletPC - Carryable
    fluteGlass_1 fluteGlass_2 - Flute
    barTop nightTable terraceDeck - Spot
    chillCabinet - Cooler
    fiddleFig - Plant)
  (:init (GripIdle) (RestsAt champagneMagnum barTop) (RestsAt tabletPC terraceDeck) (RestsAt fluteGlass_1 barTop) (HousedIn fluteGlass_2 chillCabinet)
    (Powered stripLED_kitchen) (Powered floorLum_lounge) (Powered wallDisplay) (Powered audioHub) (Muted wallDisplay)
    (Deployed shadeEast) (Ajar terraceSlider) (Deadbolted entryPortal))
  (:goal (and (Docked autoVac))))
