(define (domain flat35)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    item fixture - thing
    surface openable device plant - fixture
    container window - openable
    lamp - device
    food dish garment - item)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (has-sink ?r - room)
    (has-door ?o - openable)
    (locked ?o - openable)
    (can-water ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-empty)
    (open ?o - openable)
    (turned-on ?d - device)
    (clean ?d - dish)
    (watered ?p - plant))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (connected ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (has-door ?o) (hand-empty) (not (locked ?o)) (not (open ?o)))
    :effect (open ?o))
  (:action close-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (has-door ?o) (hand-empty) (open ?o))
    :effect (not (open ?o)))
  (:action turn-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (turned-on ?d)))
    :effect (turned-on ?d))
  (:action turn-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (turned-on ?d))
    :effect (not (turned-on ?d)))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action water-plant
    :parameters (?p - plant ?i - item ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (holding ?i) (can-water ?i))
    :effect (watered ?p)))
