(define (domain flat45)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface container device plant - fixture
    dish food - item)
  (:predicates
    (robot-in ?r - room)
    (located ?f - fixture ?r - room)
    (has-tap ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?c - container)
    (switched-on ?d - device)
    (clean ?d - dish)
    (pours-water ?i - item)
    (watered ?p - plant))
  (:action move
    :parameters (?from - room ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action open-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (not (open ?c)))
    :effect (open ?c))
  (:action close-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c))
    :effect (not (open ?c)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-in ?r) (has-tap ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action water
    :parameters (?p - plant ?i - item ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (holding ?i) (pours-water ?i))
    :effect (watered ?p)))
