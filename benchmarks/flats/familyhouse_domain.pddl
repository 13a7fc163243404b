(define (domain familyhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room surface container item lamp - object
    appliance - container
    toy dish clothing - item)
  (:predicates
    (robot-in ?r - room)
    (holding ?i - item)
    (hand-empty)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?c - container)
    (running ?c - container)
    (clean ?x - object)
    (wet ?c - clothing)
    (lit ?l - lamp)
    (located ?x - object ?r - room)
    (has-door ?c - container)
    (washes-dishes ?a - appliance)
    (washes-clothes ?a - appliance)
    (dries-clothes ?a - appliance))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action open-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (has-door ?c) (not (open ?c)) (not (running ?c)))
    :effect (and (open ?c)))

  (:action close-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (has-door ?c) (open ?c))
    :effect (and (not (open ?c))))

  (:action take-from-surface
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))

  (:action put-on-surface
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))

  (:action take-from-container
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))

  (:action put-in-container
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))

  (:action start-appliance
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (not (open ?a)) (not (running ?a)))
    :effect (and (running ?a)))

  (:action stop-appliance
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (running ?a))
    :effect (and (not (running ?a))))

  (:action wash-dish
    :parameters (?d - dish ?a - appliance)
    :precondition (and (washes-dishes ?a) (in ?d ?a) (running ?a))
    :effect (and (clean ?d)))

  (:action wash-clothing
    :parameters (?c - clothing ?a - appliance)
    :precondition (and (washes-clothes ?a) (in ?c ?a) (running ?a))
    :effect (and (clean ?c) (wet ?c)))

  (:action dry-clothing
    :parameters (?c - clothing ?a - appliance)
    :precondition (and (dries-clothes ?a) (in ?c ?a) (running ?a))
    :effect (and (not (wet ?c))))

  (:action wipe-surface
    :parameters (?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (hand-empty))
    :effect (and (clean ?s)))

  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (not (lit ?l)))
    :effect (and (lit ?l)))

  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (lit ?l))
    :effect (and (not (lit ?l)))))
