(define (problem bath-and-hall-1) (:domain bath-and-hall)
  (:objects bigTowel handTowel bathMat - linen wellies brogues - footgear doorKey parasol soapBar - sundry
    laundryUnit mirrorCabinet - container tubRim hallRack doormat consoleTable - openSpot
    tubFaucet sinkFaucet - faucet extractorFan mirrorLamp hallSconce - appliance tub washbowl - basin
    frontDoor bathroomDoor - doorway laundryHatch cabinetFlap - flap terrier - pet)
  (:init (stored-at bigTowel tubRim) (stored-at handTowel heatedRail) (stored-at bathMat tubRim) (stored-at wellies doormat) (stored-at brogues consoleTable)
    (stored-at doorKey consoleTable) (stored-at parasol doormat) (stored-at soapBar mirrorCabinet) (grasp-empty) (agape bathroomDoor) (latched frontDoor)
    (hatch-of laundryHatch laundryUnit) (hatch-of cabinetFlap mirrorCabinet) (agape cabinetFlap) (washing-unit laundryUnit) (feeds tubFaucet tub) (feeds sinkFaucet washbowl)
    (flowing sinkFaucet) (plugged washbowl) (is-live extractorFan) (is-live hallSconce) (soiled bigTowel) (soiled bathMat) (moist handTowel) (muddy wellies))
  (:goal (and (bathed terrier))))
