(define (problem cabin-dusk) (:domain off-grid-module)
 (:objects led-strip reading-spot - illuminant refrigeration-unit - cooler vhf-transceiver - comms bank-1 bank-2 - accumulator roof-array awning-array - pv-array
  skylight porthole entry-hatch - aperture basil succulent - flora jerrycan enamel-cup - vessel wool-blanket binoculars - accessory fold-table windowsill - surface
  locker under-floor-bin - compartment wall-bunk - bunk)
 (:init (gripper-idle) (engaged refrigeration-unit) (engaged reading-spot) (replenished bank-1) (deployed roof-array) (occluded roof-array) (sealed entry-hatch)
  (situated jerrycan under-floor-bin) (situated enamel-cup fold-table) (situated wool-blanket locker) (situated binoculars fold-table) (accessible locker) (extended wall-bunk))
 (:goal (and (hydrated basil))))
