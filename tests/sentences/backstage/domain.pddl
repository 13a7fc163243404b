; Behind the scenes of a small theatre: battens, lanterns, effect machines, props, costumes and the people who wear them.
(define (domain backstage)
  (:requirements :adl)
  (:types
    batten lantern machine item actor - object
    prop costume - item)
  (:predicates
    (flown-in ?b - batten)
    (lit ?l - lantern)
    (running ?m - machine)
    (checked ?p - prop)
    (on-stage ?p - prop)
    (fragile ?p - prop)
    (torn ?c - costume)
    (wearing ?a - actor ?c - costume))

  (:action fly-in
    :parameters (?b - batten)
    :precondition (not (flown-in ?b))
    :effect (flown-in ?b))

  (:action fly-out
    :parameters (?b - batten)
    :precondition (flown-in ?b)
    :effect (not (flown-in ?b)))

  (:action fade-up
    :parameters (?l - lantern)
    :precondition (not (lit ?l))
    :effect (lit ?l))

  (:action fade-out
    :parameters (?l - lantern)
    :precondition (lit ?l)
    :effect (not (lit ?l)))

  (:action start
    :parameters (?m - machine)
    :precondition (not (running ?m))
    :effect (running ?m))

  (:action stop
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (not (running ?m)))

  (:action check
    :parameters (?p - prop)
    :precondition (not (on-stage ?p))
    :effect (checked ?p))

  (:action set
    :parameters (?p - prop)
    :precondition (not (on-stage ?p))
    :effect (on-stage ?p))

  (:action strike
    :parameters (?p - prop)
    :precondition (on-stage ?p)
    :effect (and (not (on-stage ?p)) (not (checked ?p))))

  (:action mend
    :parameters (?c - costume)
    :precondition (torn ?c)
    :effect (not (torn ?c)))

  (:action dress
    :parameters (?a - actor ?c - costume)
    :precondition (forall (?b - actor) (not (wearing ?b ?c)))
    :effect (wearing ?a ?c))

  (:action undress
    :parameters (?a - actor ?c - costume)
    :precondition (wearing ?a ?c)
    :effect (not (wearing ?a ?c))))
