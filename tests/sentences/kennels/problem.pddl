(define (problem feeding-time)
  (:domain kennels)
  (:objects
    poodle old_spaniel terrier - dog
    greyhound wolfhound - hound
    small_pen big_pen round_pen quarantine_pen - pen
    main_fan spare_fan - fan
    blue_lamp white_lamp - lamp
    heater_1 - heater)
  (:init
    (in poodle small_pen) (in terrier small_pen)
    (in old_spaniel big_pen) (in greyhound big_pen)
    (in wolfhound round_pen)
    (lead-free) (sick old_spaniel) (dirty big_pen)
    (running main_fan) (running white_lamp))
  (:goal (and (in old_spaniel quarantine_pen) (not (sick old_spaniel)) (not (dirty big_pen)))))
