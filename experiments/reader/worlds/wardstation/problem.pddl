(define (problem wardstation-p) (:domain wardstation)
 (:objects analgesicTabs coughSyrup - medicament bpCuff thermometerIR patientChart - device_p drugCabinet lowerDrawer linenCupboard - compartment stationDesk trolleyTop - bench
  ceilingLight deskLamp terminal_1 vitalMonitor - apparatus corridorWindow wardDoor privacyCurtain - barrier mrsHolm mrPetersen - patient)
 (:init (stowedIn analgesicTabs drugCabinet) (restingOn coughSyrup stationDesk) (restingOn bpCuff trolleyTop) (restingOn thermometerIR stationDesk) (stowedIn patientChart lowerDrawer) (handFree)
  (accessible lowerDrawer) (keyLocked drugCabinet) (engaged ceilingLight) (engaged terminal_1) (unclosed corridorWindow) (unclosed privacyCurtain) (callPending mrsHolm) (callPending mrPetersen) (disinfected stationDesk))
 (:goal (and (disinfected trolleyTop))))
