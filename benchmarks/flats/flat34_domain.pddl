(define (domain flat34)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    fixture item device plant - thing
    surface container - fixture
    lamp appliance - device
    food dish book textile tool - item
    can cleaner - tool)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (located ?x - thing ?r - room)
    (has-tap ?r - room)
    (hand-empty)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?c - container)
    (locked ?c - container)
    (powered ?d - device)
    (broken ?d - device)
    (dirty ?x - thing)
    (watered ?p - plant))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (connected ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (not (open ?c)) (not (locked ?c)))
    :effect (and (open ?c)))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c))
    :effect (and (not (open ?c))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (powered ?d)) (not (broken ?d)))
    :effect (and (powered ?d)))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (powered ?d))
    :effect (and (not (powered ?d))))
  (:action wash
    :parameters (?i - item ?r - room)
    :precondition (and (robot-at ?r) (has-tap ?r) (holding ?i) (dirty ?i))
    :effect (and (not (dirty ?i))))
  (:action wipe
    :parameters (?s - surface ?w - cleaner ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?w) (dirty ?s))
    :effect (and (not (dirty ?s))))
  (:action water
    :parameters (?p - plant ?w - can ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (holding ?w) (not (watered ?p)))
    :effect (and (watered ?p))))
