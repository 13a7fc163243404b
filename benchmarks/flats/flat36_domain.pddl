(define (domain flat36)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface container device - fixture
    washer - container
    dish textile - item)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (has-sink ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-empty)
    (open ?c - container)
    (switched-on ?d - device)
    (clean ?i - item))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from) (connected ?from ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (hand-empty) (not (open ?c)))
    :effect (open ?c))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (hand-empty) (open ?c))
    :effect (not (open ?c)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wash-dish
    :parameters (?i - dish ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?i) (not (clean ?i)))
    :effect (clean ?i))
  (:action wash-textile
    :parameters (?i - textile ?w - washer ?r - room)
    :precondition (and (robot-at ?r) (located ?w ?r) (in ?i ?w) (not (open ?w)) (hand-empty) (not (clean ?i)))
    :effect (clean ?i)))
