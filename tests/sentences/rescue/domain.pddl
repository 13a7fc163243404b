; A mountain rescue base: crews are briefed, kit is checked and stowed, vehicles are sent out and called back.
(define (domain mountain-rescue)
  (:requirements :adl)
  (:types
    vehicle person kit - object
    helicopter ground-vehicle - vehicle
    rescuer casualty - person)
  (:predicates
    (engine-on ?v - vehicle)
    (fuelled ?v - vehicle)
    (out ?v - vehicle)
    (aboard ?p - person ?v - vehicle)
    (briefed ?r - rescuer)
    (stabilised ?c - casualty)
    (stowed ?k - kit ?v - vehicle)
    (checked ?k - kit))

  (:action start-engine
    :parameters (?v - vehicle)
    :precondition (not (engine-on ?v))
    :effect (engine-on ?v))

  (:action stop-engine
    :parameters (?v - vehicle)
    :precondition (and (engine-on ?v) (not (out ?v)))
    :effect (not (engine-on ?v)))

  (:action refuel
    :parameters (?v - vehicle)
    :precondition (and (not (fuelled ?v)) (not (out ?v)))
    :effect (fuelled ?v))

  (:action dispatch
    :parameters (?v - vehicle)
    :precondition (and (engine-on ?v) (fuelled ?v) (not (out ?v)))
    :effect (out ?v))

  (:action recall
    :parameters (?v - vehicle)
    :precondition (out ?v)
    :effect (and (not (out ?v)) (not (fuelled ?v))
      (forall (?k - kit) (when (stowed ?k ?v) (not (checked ?k))))))

  (:action board
    :parameters (?p - person ?v - vehicle)
    :precondition (forall (?w - vehicle) (not (aboard ?p ?w)))
    :effect (aboard ?p ?v))

  (:action disembark
    :parameters (?p - person ?v - vehicle)
    :precondition (aboard ?p ?v)
    :effect (not (aboard ?p ?v)))

  (:action brief
    :parameters (?r - rescuer)
    :precondition (not (briefed ?r))
    :effect (briefed ?r))

  (:action stabilise
    :parameters (?c - casualty)
    :precondition (not (stabilised ?c))
    :effect (stabilised ?c))

  (:action check
    :parameters (?k - kit)
    :precondition (and)
    :effect (checked ?k))

  (:action stow
    :parameters (?k - kit ?v - vehicle)
    :precondition (forall (?w - vehicle) (not (stowed ?k ?w)))
    :effect (stowed ?k ?v))

  (:action unload
    :parameters (?k - kit ?v - vehicle)
    :precondition (stowed ?k ?v)
    :effect (not (stowed ?k ?v))))
