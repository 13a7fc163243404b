; Boarding kennels: dogs are fed, treated and moved between pens with one lead; pens are opened and scrubbed, devices switched.
(define (domain kennels)
  (:requirements :adl)
  (:types
    dog pen device - object
    hound - dog
    fan lamp heater - device)
  (:predicates
    (in ?d - dog ?p - pen)
    (on-lead ?d - dog)
    (lead-free)
    (open ?p - pen)
    (dirty ?p - pen)
    (fed ?d - dog)
    (sick ?d - dog)
    (running ?x - device))

  (:action open
    :parameters (?p - pen)
    :precondition (not (open ?p))
    :effect (open ?p))

  (:action close
    :parameters (?p - pen)
    :precondition (open ?p)
    :effect (not (open ?p)))

  (:action fetch
    :parameters (?d - dog ?from - pen)
    :precondition (and (in ?d ?from) (open ?from) (lead-free))
    :effect (and (on-lead ?d) (not (in ?d ?from)) (not (lead-free))))

  (:action put-in
    :parameters (?d - dog ?in - pen)
    :precondition (and (on-lead ?d) (open ?in))
    :effect (and (in ?d ?in) (lead-free) (not (on-lead ?d))))

  (:action feed
    :parameters (?d - dog)
    :precondition (not (on-lead ?d))
    :effect (and (fed ?d) (forall (?p - pen) (when (in ?d ?p) (dirty ?p)))))

  (:action treat
    :parameters (?d - dog)
    :precondition (sick ?d)
    :effect (not (sick ?d)))

  (:action scrub
    :parameters (?p - pen)
    :precondition (and (dirty ?p) (open ?p))
    :effect (not (dirty ?p)))

  (:action switch-on
    :parameters (?x - device)
    :precondition (not (running ?x))
    :effect (running ?x))

  (:action switch-off
    :parameters (?x - device)
    :precondition (running ?x)
    :effect (not (running ?x))))
