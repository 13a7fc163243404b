(define (problem p) (:domain obs-ctrl)
  (:objects reflector-2m finder-refractor - instrument
    ccd-main spectro-ccd - detector
    vent-louvre - shutter-unit
    overhead-luminaire red-luminaire - lamp-unit
    guide-pc weather-terminal - workstation
    logbook-a plate-m31 plate-m42 - record-medium
    console window-ledge - position
    plate-vault - cabinet)
  (:init (manipulator-free) (online overhead-luminaire) (online weather-terminal) (occluded dome-aperture) (occluded vent-louvre) (capped reflector-2m) (capped finder-refractor)
    (parked reflector-2m) (cryo-stable spectro-ccd)
    (resides logbook-a window-ledge) (resides plate-m31 console) (resides plate-m42 console) (cabinet-secured plate-vault))
  (:goal (and (cryo-stable ccd-main))))
