; A holiday lodge kept by one household robot with one gripper.
(define (domain hostile_lodge)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    appliance openable surface - fixture
    window storage - openable
    dish - item)
  (:predicates
    (robot-at ?r - room)
    (connected ?a ?b - room)
    (located ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - storage)
    (holding ?i - item)
    (hand-free)
    (open ?o - openable)
    (locked ?o - openable)
    (switched-on ?a - appliance)
    (clean ?d - dish)
    (washbasin ?s - surface))

  (:action move
    :parameters (?a ?b - room)
    :precondition (and (robot-at ?a) (connected ?a ?b))
    :effect (and (not (robot-at ?a)) (robot-at ?b)))

  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))

  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))

  (:action take-out
    :parameters (?i - item ?c - storage ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))

  (:action put-in
    :parameters (?i - item ?c - storage ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))

  (:action open-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (not (open ?o)) (not (locked ?o)))
    :effect (open ?o))

  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (open ?o))
    :effect (not (open ?o)))

  (:action switch-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-at ?r) (located ?a ?r) (not (switched-on ?a)))
    :effect (switched-on ?a))

  (:action switch-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-at ?r) (located ?a ?r) (switched-on ?a))
    :effect (not (switched-on ?a)))

  (:action wash
    :parameters (?d - dish ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (washbasin ?s) (holding ?d))
    :effect (clean ?d)))
