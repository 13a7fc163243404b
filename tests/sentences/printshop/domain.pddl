; A print shop: presses and cutters with guards, inks, and jobs that are approved, printed, dried, trimmed and boxed.
(define (domain printshop)
  (:requirements :adl)
  (:types
    machine job ink - object
    press cutter - machine
    poster card - job)
  (:predicates
    (running ?m - machine)
    (guarded ?m - machine)
    (jammed ?m - machine)
    (loaded ?p - press)
    (inked ?p - press ?i - ink)
    (approved ?j - job)
    (printed ?j - job)
    (wet ?j - job)
    (trimmed ?j - job)
    (boxed ?j - job))

  (:action start
    :parameters (?m - machine)
    :precondition (not (running ?m))
    :effect (running ?m))

  (:action stop
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (not (running ?m)))

  (:action lower-guard
    :parameters (?m - machine)
    :precondition (not (guarded ?m))
    :effect (guarded ?m))

  (:action raise-guard
    :parameters (?m - machine)
    :precondition (guarded ?m)
    :effect (not (guarded ?m)))

  (:action unjam
    :parameters (?m - machine)
    :precondition (jammed ?m)
    :effect (not (jammed ?m)))

  (:action load
    :parameters (?p - press)
    :precondition (not (running ?p))
    :effect (loaded ?p))

  (:action ink
    :parameters (?p - press ?i - ink)
    :precondition (and (not (running ?p)) (forall (?k - ink) (not (inked ?p ?k))))
    :effect (inked ?p ?i))

  (:action wash
    :parameters (?p - press)
    :precondition (not (running ?p))
    :effect (forall (?k - ink) (not (inked ?p ?k))))

  (:action approve
    :parameters (?j - job)
    :precondition (not (approved ?j))
    :effect (approved ?j))

  (:action print
    :parameters (?j - job ?p - press)
    :precondition (and (running ?p) (loaded ?p) (not (jammed ?p)) (exists (?k - ink) (inked ?p ?k)))
    :effect (and (printed ?j) (wet ?j)))

  (:action dry
    :parameters (?j - job)
    :precondition (wet ?j)
    :effect (not (wet ?j)))

  (:action trim
    :parameters (?j - job ?c - cutter)
    :precondition (and (running ?c) (printed ?j))
    :effect (trimmed ?j))

  (:action box
    :parameters (?j - job)
    :precondition (and (printed ?j) (not (boxed ?j)))
    :effect (boxed ?j))

  (:action unbox
    :parameters (?j - job)
    :precondition (boxed ?j)
    :effect (not (boxed ?j))))
