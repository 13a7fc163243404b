(define (domain watermill)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixed item - object
    surface openable lamp plant - fixed
    container window - openable
    sink - surface
    washable food book can - item
    mug garment - washable)
  (:predicates
    (robot-in ?r - room)
    (connected ?a ?b - room)
    (located ?f - fixed ?r - room)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (carrying ?i - item)
    (hand-free)
    (open ?o - openable)
    (lit ?l - lamp)
    (dirty ?w - washable)
    (thirsty ?p - plant))
  (:action go
    :parameters (?a ?b - room)
    :precondition (and (robot-in ?a) (connected ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (carrying ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (carrying ?i))
    :effect (and (on ?i ?s) (hand-free) (not (carrying ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (inside ?i ?c) (hand-free))
    :effect (and (carrying ?i) (not (inside ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (carrying ?i))
    :effect (and (inside ?i ?c) (hand-free) (not (carrying ?i))))
  (:action open-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (hand-free) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (hand-free) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action wash
    :parameters (?w - washable ?s - sink ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (carrying ?w) (dirty ?w))
    :effect (not (dirty ?w)))
  (:action water
    :parameters (?p - plant ?c - can ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (carrying ?c) (thirsty ?p))
    :effect (not (thirsty ?p))))
