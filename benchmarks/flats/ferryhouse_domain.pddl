(define (domain ferryhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture portable - object
    surface openable lamp plant door - fixture
    container window - openable
    mug dish - crockery
    crockery book boiler food gear - portable)
  (:predicates
    (robot-at ?r - room)
    (joined ?a - room ?b - room)
    (stands ?f - fixture ?r - room)
    (has-sink ?r - room)
    (on ?x - portable ?s - surface)
    (inside ?x - portable ?c - container)
    (holding ?x - portable)
    (hand-empty)
    (opened ?o - openable)
    (lit ?l - lamp)
    (grimy ?c - crockery)
    (thirsty ?p - plant)
    (hot ?k - boiler)
    (locked ?d - door))
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (joined ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action take-from
    :parameters (?x - portable ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands ?s ?r) (on ?x ?s) (hand-empty))
    :effect (and (holding ?x) (not (on ?x ?s)) (not (hand-empty))))
  (:action take-out
    :parameters (?x - portable ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands ?c ?r) (inside ?x ?c) (opened ?c) (hand-empty))
    :effect (and (holding ?x) (not (inside ?x ?c)) (not (hand-empty))))
  (:action put-on
    :parameters (?x - portable ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands ?s ?r) (holding ?x))
    :effect (and (on ?x ?s) (hand-empty) (not (holding ?x))))
  (:action put-in
    :parameters (?x - portable ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands ?c ?r) (opened ?c) (holding ?x))
    :effect (and (inside ?x ?c) (hand-empty) (not (holding ?x))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (stands ?o ?r) (hand-empty) (not (opened ?o)))
    :effect (opened ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (stands ?o ?r) (hand-empty) (opened ?o))
    :effect (not (opened ?o)))
  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (stands ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (stands ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action wash
    :parameters (?c - crockery ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?c) (grimy ?c))
    :effect (not (grimy ?c)))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-at ?r) (stands ?p ?r) (hand-empty) (thirsty ?p))
    :effect (not (thirsty ?p)))
  (:action boil
    :parameters (?k - boiler ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (stands ?s ?r) (on ?k ?s) (not (hot ?k)))
    :effect (hot ?k))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (stands ?d ?r) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (stands ?d ?r) (locked ?d))
    :effect (not (locked ?d))))
