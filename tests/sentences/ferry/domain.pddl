; A car ferry between two piers: ramps, engines, moorings, and vehicles that are driven on and off.
(define (domain ferry)
  (:requirements :adl)
  (:types
    vehicle deck ramp engine pier - object
    car lorry - vehicle)
  (:predicates
    (lowered ?r - ramp)
    (running ?e - engine)
    (moored ?p - pier)
    (waiting ?v - vehicle ?p - pier)
    (aboard ?v - vehicle ?d - deck)
    (lashed ?v - vehicle)
    (inspected ?v - vehicle)
    (hazardous ?v - vehicle))

  (:action lower
    :parameters (?r - ramp)
    :precondition (not (lowered ?r))
    :effect (lowered ?r))

  (:action raise
    :parameters (?r - ramp)
    :precondition (lowered ?r)
    :effect (not (lowered ?r)))

  (:action start-up
    :parameters (?e - engine)
    :precondition (not (running ?e))
    :effect (running ?e))

  (:action shut-down
    :parameters (?e - engine)
    :precondition (running ?e)
    :effect (not (running ?e)))

  (:action cast-off
    :parameters (?p - pier)
    :precondition (moored ?p)
    :effect (not (moored ?p)))

  (:action tie-up
    :parameters (?p - pier)
    :precondition (forall (?q - pier) (not (moored ?q)))
    :effect (moored ?p))

  (:action inspect
    :parameters (?v - vehicle)
    :precondition (not (inspected ?v))
    :effect (inspected ?v))

  (:action drive-on
    :parameters (?v - vehicle ?d - deck)
    :precondition (and
      (exists (?r - ramp) (lowered ?r))
      (exists (?p - pier) (and (moored ?p) (waiting ?v ?p))))
    :effect (and (aboard ?v ?d)
      (forall (?p - pier) (not (waiting ?v ?p)))))

  (:action drive-off
    :parameters (?v - vehicle ?d - deck)
    :precondition (and (aboard ?v ?d)
      (exists (?r - ramp) (lowered ?r))
      (exists (?p - pier) (moored ?p)))
    :effect (and (not (aboard ?v ?d)) (not (lashed ?v))
      (forall (?p - pier) (when (moored ?p) (waiting ?v ?p)))))

  (:action lash-down
    :parameters (?v - vehicle)
    :precondition (and (not (lashed ?v)) (exists (?d - deck) (aboard ?v ?d)))
    :effect (lashed ?v)))
