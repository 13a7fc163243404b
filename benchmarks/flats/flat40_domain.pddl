(define (domain flat40)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface openable device plant - fixture
    container - openable
    washable - item)
  (:predicates
    (robot-at ?r - room)
    (located ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?o - openable)
    (switched-on ?d - device)
    (clean ?w - washable)
    (watered ?p - plant)
    (has-tap ?r - room)
    (for-watering ?i - item))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot-at ?from)
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))

  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))

  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))

  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))

  (:action open-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (hand-free) (not (open ?o)))
    :effect (open ?o))

  (:action close-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (hand-free) (open ?o))
    :effect (not (open ?o)))

  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))

  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))

  (:action wash
    :parameters (?w - washable ?r - room)
    :precondition (and (robot-at ?r) (has-tap ?r) (holding ?w))
    :effect (clean ?w))

  (:action water-plant
    :parameters (?p - plant ?can - item ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (holding ?can) (for-watering ?can))
    :effect (watered ?p)))
