(define (domain fourthfloor)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture thing - object
          spot light window plant - fixture
          surface container - spot
          toy book cup clothing food - thing
          washing-machine - container)
  (:predicates
    (robot-at ?r - room)
    (next-to ?a ?b - room)
    (located ?f - fixture ?r - room)
    (sink-in ?r - room)
    (hand-free)
    (holding ?x - thing)
    (on ?x - thing ?s - surface)
    (in ?x - thing ?c - container)
    (open ?c - container)
    (lit ?l - light)
    (window-open ?w - window)
    (watered ?p - plant)
    (sticky ?s - surface)
    (dirty ?x - thing))

  (:action go
    :parameters (?from ?to - room)
    :precondition (and (robot-at ?from) (next-to ?from ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))

  (:action pick-up
    :parameters (?x - thing ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?x ?s) (hand-free))
    :effect (and (holding ?x) (not (on ?x ?s)) (not (hand-free))))

  (:action put-on
    :parameters (?x - thing ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?x))
    :effect (and (on ?x ?s) (hand-free) (not (holding ?x))))

  (:action take-out
    :parameters (?x - thing ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (in ?x ?c) (hand-free))
    :effect (and (holding ?x) (not (in ?x ?c)) (not (hand-free))))

  (:action put-in
    :parameters (?x - thing ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (holding ?x))
    :effect (and (in ?x ?c) (hand-free) (not (holding ?x))))

  (:action open-up
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (hand-free) (not (open ?c)))
    :effect (open ?c))

  (:action close-up
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (hand-free) (open ?c))
    :effect (not (open ?c)))

  (:action light-on
    :parameters (?l - light ?r - room)
    :precondition (and (robot-at ?r) (located ?l ?r) (not (lit ?l)))
    :effect (lit ?l))

  (:action light-off
    :parameters (?l - light ?r - room)
    :precondition (and (robot-at ?r) (located ?l ?r) (lit ?l))
    :effect (not (lit ?l)))

  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (located ?w ?r) (hand-free) (not (window-open ?w)))
    :effect (window-open ?w))

  (:action shut-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (located ?w ?r) (hand-free) (window-open ?w))
    :effect (not (window-open ?w)))

  (:action rinse-cup
    :parameters (?c - cup ?r - room)
    :precondition (and (robot-at ?r) (sink-in ?r) (holding ?c) (dirty ?c))
    :effect (not (dirty ?c)))

  (:action wash-clothes
    :parameters (?g - clothing ?m - washing-machine ?r - room)
    :precondition (and (robot-at ?r) (located ?m ?r) (in ?g ?m) (not (open ?m)) (dirty ?g))
    :effect (not (dirty ?g)))

  (:action wipe
    :parameters (?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (hand-free) (sticky ?s))
    :effect (not (sticky ?s)))

  (:action water-plant
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (hand-free) (not (watered ?p)))
    :effect (watered ?p)))
