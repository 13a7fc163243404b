(define (problem nurse_flat_after_shift)
  (:domain nurse_flat)
  (:objects
    heater radio - device
    off low high - setting
    bed_lamp hall_lamp - lamp
    dark dim bright - brightness
    white amber red - colour
    window_blind - blind
    locker - locker
    opened closed - aperture-state
    blue_scrubs green_scrubs - garment
    badge - item
    clean soiled - condition
    chair bed - furniture)
  (:init
    (mode heater off) (mode radio high)
    (level bed_lamp bright) (level hall_lamp dark)
    (hue bed_lamp white) (hue hall_lamp amber)
    (aperture window_blind opened) (aperture locker closed) (ajar-like opened)
    (condition-of blue_scrubs soiled) (condition-of green_scrubs clean) (wearable clean)
    (rests blue_scrubs chair) (rests badge bed) (stored green_scrubs locker)
    (gripper-free))
  (:goal (and (mode radio off) (level bed_lamp dark))))
