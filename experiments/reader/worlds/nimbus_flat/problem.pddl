(define (problem nimbus_flat_1)
  (:domain nimbus_flat)
  (:objects
    bedroom-thermostat lounge-thermostat - thermostat
    heat cool eco - mode
    bedroom-blind lounge-blind - blind
    raised halfway lowered - slat-pos
    fan-plug iron-plug - plug
    anna-alarm ben-alarm - wake-alarm
    six-thirty seven eight - clock-time
    bedroom-speaker lounge-speaker - speaker
    jazz news rain-sounds - station
    front-door - door-lock
    burglar-alarm - siren)
  (:init
    (mode-of bedroom-thermostat cool)
    (mode-of lounge-thermostat eco)
    (blind-at bedroom-blind raised)
    (blind-at lounge-blind lowered)
    (live iron-plug)
    (wakes-at anna-alarm seven)
    (armed anna-alarm)
    (wakes-at ben-alarm six-thirty)
    (tuned bedroom-speaker news)
    (tuned lounge-speaker jazz)
    (playing lounge-speaker)
    (unlocked front-door))
  (:goal (and (mode-of bedroom-thermostat heat) (not (unlocked front-door)))))
