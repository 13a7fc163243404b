(define (domain canalboat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person fixture item - object
    openable surface sink device - fixture
    container window door - openable
    lamp heater radio-set pump - device
    mug drink book plant raincoat toy instrument - item)
  (:predicates
    (robot-in ?r - room)
    (person-in ?p - person ?r - room)
    (located ?f - fixture ?r - room)
    (passage ?a ?b - room)
    (door-between ?d - door ?a ?b - room)
    (item-on ?i - item ?s - surface)
    (item-in ?i - item ?c - container)
    (belongs-to ?i - item ?p - person)
    (has ?p - person ?i - item)
    (holding ?i - item)
    (hand-free)
    (opened ?o - openable)
    (locked ?o - openable)
    (switched-on ?d - device)
    (dirty ?m - mug)
    (wiped ?s - surface)
    (watered ?p - plant))
  (:action walk
    :parameters (?a ?b - room)
    :precondition (and (robot-in ?a) (passage ?a ?b))
    :effect (and (not (robot-in ?a)) (robot-in ?b)))
  (:action walk-through
    :parameters (?d - door ?a ?b - room)
    :precondition (and (robot-in ?a) (door-between ?d ?a ?b) (opened ?d))
    :effect (and (not (robot-in ?a)) (robot-in ?b)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (item-on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (item-on ?i ?s)) (not (hand-free))))
  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (item-on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (opened ?c) (item-in ?i ?c) (hand-free))
    :effect (and (holding ?i) (not (item-in ?i ?c)) (not (hand-free))))
  (:action put-away
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (opened ?c) (holding ?i))
    :effect (and (item-in ?i ?c) (hand-free) (not (holding ?i))))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-free) (not (holding ?i))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (not (opened ?o)) (not (locked ?o)))
    :effect (opened ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (opened ?o))
    :effect (not (opened ?o)))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (opened ?d)) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wash
    :parameters (?m - mug ?k - sink ?r - room)
    :precondition (and (robot-in ?r) (located ?k ?r) (holding ?m) (dirty ?m))
    :effect (not (dirty ?m)))
  (:action water
    :parameters (?p - plant ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (item-on ?p ?s) (not (watered ?p)))
    :effect (watered ?p))
  (:action wipe
    :parameters (?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (not (wiped ?s)))
    :effect (wiped ?s)))
