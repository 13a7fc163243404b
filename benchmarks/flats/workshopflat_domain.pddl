(define (domain workshopflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room surface drawer portable lamp - object
    charger - surface
    tool battery gadget - portable)
  (:predicates
    (robot-in ?r - room)
    (holding ?p - portable)
    (hands-free)
    (on ?p - portable ?s - surface)
    (in ?p - portable ?d - drawer)
    (open ?d - drawer)
    (plugged-in ?c - charger)
    (charged ?b - battery)
    (fixed ?g - gadget)
    (lit ?l - lamp)
    (located ?x - object ?r - room)
    (flat ?s - surface)
    (repair-place ?s - surface)
    (repairs ?t - tool ?g - gadget)
    (jammed ?d - drawer))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action open-drawer
    :parameters (?d - drawer ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (open ?d)) (not (jammed ?d)))
    :effect (and (open ?d)))

  (:action close-drawer
    :parameters (?d - drawer ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (open ?d))
    :effect (and (not (open ?d))))

  (:action pick-up
    :parameters (?p - portable ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?p ?s) (hands-free))
    :effect (and (holding ?p) (not (on ?p ?s)) (not (hands-free))))

  (:action put-down
    :parameters (?p - portable ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (flat ?s) (holding ?p))
    :effect (and (on ?p ?s) (hands-free) (not (holding ?p))))

  (:action put-on-charger
    :parameters (?b - battery ?c - charger ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (holding ?b))
    :effect (and (on ?b ?c) (hands-free) (not (holding ?b))))

  (:action take-out
    :parameters (?p - portable ?d - drawer ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (open ?d) (in ?p ?d) (hands-free))
    :effect (and (holding ?p) (not (in ?p ?d)) (not (hands-free))))

  (:action put-away
    :parameters (?p - portable ?d - drawer ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (open ?d) (holding ?p))
    :effect (and (in ?p ?d) (hands-free) (not (holding ?p))))

  (:action plug-in
    :parameters (?c - charger ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (not (plugged-in ?c)))
    :effect (and (plugged-in ?c)))

  (:action unplug
    :parameters (?c - charger ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (plugged-in ?c))
    :effect (and (not (plugged-in ?c))))

  (:action charge
    :parameters (?b - battery ?c - charger)
    :precondition (and (on ?b ?c) (plugged-in ?c))
    :effect (and (charged ?b)))

  (:action repair
    :parameters (?g - gadget ?t - tool ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (repair-place ?s) (on ?g ?s) (holding ?t) (repairs ?t ?g))
    :effect (and (fixed ?g)))

  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (not (lit ?l)))
    :effect (and (lit ?l)))

  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (lit ?l))
    :effect (and (not (lit ?l)))))
