;; One-armed household robot in a small flat.
(define (domain flat42)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface container device - fixture
    dish plant vessel - item)
  (:predicates
    (robot-in ?r - room)
    (located ?f - fixture ?r - room)
    (has-tap ?s - surface)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?c - container)
    (switched-on ?d - device)
    (clean ?d - dish)
    (filled ?v - vessel)
    (watered ?p - plant))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))

  (:action place-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))

  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))

  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))

  (:action open-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (not (open ?c)))
    :effect (and (open ?c)))

  (:action close-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c))
    :effect (and (not (open ?c))))

  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (and (switched-on ?d)))

  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (and (not (switched-on ?d))))

  (:action wash
    :parameters (?d - dish ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (has-tap ?s) (holding ?d))
    :effect (and (clean ?d)))

  (:action fill
    :parameters (?v - vessel ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (has-tap ?s) (holding ?v))
    :effect (and (filled ?v)))

  (:action water
    :parameters (?p - plant ?v - vessel ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?p ?s) (holding ?v) (filled ?v))
    :effect (and (watered ?p))))
