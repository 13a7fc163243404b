(define (problem watertower-1) (:domain watertower)
 (:objects upperTank lowerTank - reservoir primaryPump reservePump - pump upperSluice lowerSluice - sluice upperHatch lowerHatch - hatch
  groundLevel gallery - platform aviationBeacon stairLuminary - luminary mira tom - technician toolkit - portable)
 (:init (feeds primaryPump upperTank) (feeds reservePump lowerTank) (feeds primaryPump lowerTank) (drains upperSluice upperTank) (drains lowerSluice lowerTank) (filled upperTank)
  (hatch_closed upperHatch) (hatch_closed lowerHatch) (covers upperHatch upperTank) (covers lowerHatch lowerTank) (situated mira groundLevel) (situated tom gallery) (harnessed tom)
  (placed canister groundLevel) (placed vial gallery) (placed toolkit groundLevel) (glowing aviationBeacon) (aperture_open lowerSluice)
  (adjacent groundLevel gallery) (adjacent gallery groundLevel) (adjacent gallery summit) (adjacent summit gallery))
 (:goal (and (chlorinated upperTank))))
