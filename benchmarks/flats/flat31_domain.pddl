(define (domain flat31)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room stationary item - object
    person fixture - stationary
    surface container appliance plant - fixture
    lamp - appliance
    dish book textile food medicine toy key can - item)
  (:predicates
    (robot-in ?r - room)
    (connected ?a - room ?b - room)
    (located ?s - stationary ?r - room)
    (has-sink ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (has ?p - person ?i - item)
    (holding ?i - item)
    (hand-empty)
    (openable ?c - container)
    (is-open ?c - container)
    (locked ?c - container)
    (key-for ?k - key ?c - container)
    (switched-on ?a - appliance)
    (dirty ?i - item)
    (watered ?p - plant))

  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (connected ?a ?b))
    :effect (and (not (robot-in ?a)) (robot-in ?b)))

  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))

  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))

  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (in ?i ?c) (is-open ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))

  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (is-open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))

  (:action open
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (openable ?c) (hand-empty)
                       (not (is-open ?c)) (not (locked ?c)))
    :effect (is-open ?c))

  (:action close
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (openable ?c) (is-open ?c))
    :effect (not (is-open ?c)))

  (:action unlock
    :parameters (?c - container ?k - key ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (key-for ?k ?c) (holding ?k) (locked ?c))
    :effect (not (locked ?c)))

  (:action switch-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (not (switched-on ?a)))
    :effect (switched-on ?a))

  (:action switch-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (switched-on ?a))
    :effect (not (switched-on ?a)))

  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-in ?r) (has-sink ?r) (holding ?d) (dirty ?d))
    :effect (not (dirty ?d)))

  (:action water
    :parameters (?p - plant ?w - can ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (holding ?w) (not (watered ?p)))
    :effect (watered ?p))

  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-empty) (not (holding ?i)))))
