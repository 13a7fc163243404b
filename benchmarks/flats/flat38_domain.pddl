; household robot, one gripper, five-room flat
(define (domain flat38)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface openable device plant - fixture
    container - openable
    dish - item)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?o - openable)
    (switched-on ?d - device)
    (clean ?d - dish)
    (watered ?p - plant)
    (has-tap ?r - room))

  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (connected ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))

  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))

  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))

  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))

  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))

  (:action open-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (hand-free) (not (open ?o)))
    :effect (and (open ?o)))

  (:action close-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (hand-free) (open ?o))
    :effect (and (not (open ?o))))

  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (and (switched-on ?d)))

  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (switched-on ?d))
    :effect (and (not (switched-on ?d))))

  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-at ?r) (has-tap ?r) (holding ?d) (not (clean ?d)))
    :effect (and (clean ?d)))

  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (hand-free) (not (watered ?p)))
    :effect (and (watered ?p)))
)
