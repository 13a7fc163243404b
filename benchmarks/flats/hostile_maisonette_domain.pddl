(define (domain hostile_maisonette)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item - object
          surface container device - fixture
          dish plant - item)
  (:predicates
    (robot-in ?r - room)
    (connected ?a - room ?b - room)
    (has-sink ?r - room)
    (located ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?c - container)
    (holding ?i - item)
    (hand-free)
    (clean ?d - dish)
    (watered ?p - plant)
    (switched-on ?d - device))
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (connected ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (not (open ?c)))
    :effect (open ?c))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c))
    :effect (not (open ?c)))
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
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-in ?r) (has-sink ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action water
    :parameters (?p - plant ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?p ?s) (not (watered ?p)))
    :effect (watered ?p))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d))))
