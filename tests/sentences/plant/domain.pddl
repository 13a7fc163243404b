; A maintenance robot in a small process plant.
(define (domain plant)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    machine tank opening flange alarm - object
    pump mixer - machine
    valve hatch - opening)
  (:predicates
    (running ?m - machine)
    (open ?o - opening)
    (locked ?o - opening)
    (pressurized ?t - tank)
    (full ?t - tank)
    (hot ?t - tank)
    (dirty ?t - tank)
    (tight ?f - flange)
    (armed ?a - alarm)
    (inspected ?x - (either machine tank))
    (connected ?p - pump ?t - tank)
    (goggles-on))

  (:action activate
    :parameters (?m - machine)
    :precondition (not (running ?m))
    :effect (running ?m))

  (:action deactivate
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (not (running ?m)))

  (:action open
    :parameters (?o - opening)
    :precondition (and (not (open ?o)) (not (locked ?o)))
    :effect (open ?o))

  (:action close
    :parameters (?o - opening)
    :precondition (open ?o)
    :effect (not (open ?o)))

  (:action lock
    :parameters (?o - opening)
    :precondition (and (not (locked ?o)) (not (open ?o)))
    :effect (locked ?o))

  (:action unlock
    :parameters (?o - opening)
    :precondition (locked ?o)
    :effect (not (locked ?o)))

  (:action pressurize
    :parameters (?t - tank)
    :precondition (not (pressurized ?t))
    :effect (pressurized ?t))

  (:action depressurize
    :parameters (?t - tank)
    :precondition (pressurized ?t)
    :effect (not (pressurized ?t)))

  (:action fill
    :parameters (?t - tank)
    :precondition (not (full ?t))
    :effect (full ?t))

  (:action drain
    :parameters (?t - tank)
    :precondition (full ?t)
    :effect (not (full ?t)))

  (:action heat
    :parameters (?t - tank)
    :precondition (not (hot ?t))
    :effect (hot ?t))

  (:action cool
    :parameters (?t - tank)
    :precondition (hot ?t)
    :effect (not (hot ?t)))

  (:action clean
    :parameters (?t - tank)
    :precondition (dirty ?t)
    :effect (not (dirty ?t)))

  (:action tighten
    :parameters (?f - flange)
    :precondition (not (tight ?f))
    :effect (tight ?f))

  (:action untighten
    :parameters (?f - flange)
    :precondition (tight ?f)
    :effect (not (tight ?f)))

  (:action arm
    :parameters (?a - alarm)
    :precondition (not (armed ?a))
    :effect (armed ?a))

  (:action disarm
    :parameters (?a - alarm)
    :precondition (armed ?a)
    :effect (not (armed ?a)))

  (:action inspect
    :parameters (?x - (either machine tank))
    :precondition (and)
    :effect (inspected ?x))

  (:action connect
    :parameters (?p - pump ?t - tank)
    :precondition (not (connected ?p ?t))
    :effect (connected ?p ?t))

  (:action disconnect
    :parameters (?p - pump ?t - tank)
    :precondition (connected ?p ?t)
    :effect (not (connected ?p ?t)))

  (:action put-on-goggles
    :parameters ()
    :precondition (not (goggles-on))
    :effect (goggles-on))

  (:action take-off-goggles
    :parameters ()
    :precondition (goggles-on)
    :effect (not (goggles-on)))

  (:action call-supervisor
    :parameters ()
    :precondition (and)
    :effect (and)))
