; A fire station: bay doors, vehicles that are refuelled and driven out, and the gear on them.
(define (domain firehouse)
  (:requirements :adl)
  (:types
    vehicle door gear - object
    truck van - vehicle
    hose helmet tool - gear)
  (:predicates
    (raised ?d - door)
    (parked ?v - vehicle)
    (fuelled ?v - vehicle)
    (on ?g - gear ?v - vehicle)
    (inspected ?g - gear)
    (coiled ?h - hose)
    (wet ?h - hose))

  (:action raise
    :parameters (?d - door)
    :precondition (not (raised ?d))
    :effect (raised ?d))

  (:action lower
    :parameters (?d - door)
    :precondition (raised ?d)
    :effect (not (raised ?d)))

  (:action refuel
    :parameters (?v - vehicle)
    :precondition (and (parked ?v) (not (fuelled ?v)))
    :effect (fuelled ?v))

  (:action drive-out
    :parameters (?v - vehicle ?d - door)
    :precondition (and (parked ?v) (raised ?d))
    :effect (not (parked ?v)))

  (:action drive-back
    :parameters (?v - vehicle ?d - door)
    :precondition (and (not (parked ?v)) (raised ?d))
    :effect (and (parked ?v) (not (fuelled ?v))
      (forall (?h - hose) (when (on ?h ?v) (and (wet ?h) (not (coiled ?h)))))))

  (:action load
    :parameters (?g - gear ?v - vehicle)
    :precondition (and (parked ?v) (forall (?w - vehicle) (not (on ?g ?w))))
    :effect (on ?g ?v))

  (:action unload
    :parameters (?g - gear ?v - vehicle)
    :precondition (and (parked ?v) (on ?g ?v))
    :effect (not (on ?g ?v)))

  (:action inspect
    :parameters (?g - gear)
    :precondition (forall (?v - vehicle) (not (on ?g ?v)))
    :effect (inspected ?g))

  (:action coil
    :parameters (?h - hose)
    :precondition (and (not (coiled ?h)) (forall (?v - vehicle) (not (on ?h ?v))))
    :effect (coiled ?h))

  (:action dry
    :parameters (?h - hose)
    :precondition (and (wet ?h) (forall (?v - vehicle) (not (on ?h ?v))))
    :effect (not (wet ?h))))
