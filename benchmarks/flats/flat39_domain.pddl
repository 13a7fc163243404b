; A small flat with a one-armed household robot that has a built-in water tank.
(define (domain flat39)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture thing - object
    surface container device plant - fixture
    basin - surface
    washable - thing)
  (:predicates
    (robot-in ?r - room)
    (linked ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (on ?t - thing ?s - surface)
    (in ?t - thing ?c - container)
    (holding ?t - thing)
    (hand-free)
    (open ?c - container)
    (switched-on ?d - device)
    (clean ?t - washable)
    (wiped ?s - surface)
    (watered ?p - plant))

  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (linked ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action pick-up
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?t ?s) (hand-free))
    :effect (and (holding ?t) (not (on ?t ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?t))
    :effect (and (on ?t ?s) (hand-free) (not (holding ?t))))
  (:action take-out
    :parameters (?t - thing ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (in ?t ?c) (hand-free))
    :effect (and (holding ?t) (not (in ?t ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?t - thing ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (holding ?t))
    :effect (and (in ?t ?c) (hand-free) (not (holding ?t))))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (not (open ?c)))
    :effect (open ?c))
  (:action close-container
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
    :parameters (?t - washable ?b - basin ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (holding ?t) (not (clean ?t)))
    :effect (clean ?t))
  (:action wipe
    :parameters (?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (hand-free) (not (wiped ?s)))
    :effect (wiped ?s))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (not (watered ?p)))
    :effect (watered ?p)))
