(define (problem clock-museum-monday) (:domain clock-museum)
  (:objects grandfather regency - longcase carriage-clock cuckoo - mantel tower-clock - turret oak-case walnut-case glass-case iron-case - case
    big-crank small-key - crank hall-rope tower-rope - barrier hall-alarm - alarm chamois - cloth)
  (:init (grip-empty) (on-peg big-crank) (on-peg small-key) (on-peg chamois) (wound grandfather) (ticking grandfather) (strike-armed grandfather)
    (wound cuckoo) (strike-armed cuckoo) (strike-armed tower-clock) (encased-by grandfather oak-case) (encased-by regency walnut-case) (encased-by carriage-clock glass-case)
    (encased-by cuckoo glass-case) (encased-by tower-clock iron-case) (fits big-crank tower-clock) (fits big-crank grandfather) (fits big-crank regency)
    (fits small-key carriage-clock) (fits small-key cuckoo) (alarm-armed hall-alarm) (roped-off hall-rope) (unlatched oak-case))
  (:goal (and (regulated grandfather))))
