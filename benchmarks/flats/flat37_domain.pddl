(define (domain flat37)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface container device - fixture
    dish garment plant - item)
  (:predicates
    (robot-in ?r - room)
    (fixture-in ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (open ?c - container)
    (holding ?i - item)
    (hand-free)
    (switched-on ?d - device)
    (clean ?i - item)
    (watered ?p - plant)
    (washes-dishes ?c - container)
    (washes-clothes ?c - container))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from) (not (robot-in ?to)))
    :effect (and (robot-in ?to) (not (robot-in ?from))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?c ?r) (inside ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?c ?r) (holding ?i) (open ?c))
    :effect (and (inside ?i ?c) (hand-free) (not (holding ?i))))
  (:action open-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?c ?r) (not (open ?c)) (hand-free))
    :effect (and (open ?c)))
  (:action close-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?c ?r) (open ?c))
    :effect (and (not (open ?c))))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?d ?r) (not (switched-on ?d)))
    :effect (and (switched-on ?d)))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?d ?r) (switched-on ?d))
    :effect (and (not (switched-on ?d))))
  (:action wash-dish
    :parameters (?i - dish ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?c ?r) (washes-dishes ?c) (inside ?i ?c) (not (open ?c)))
    :effect (and (clean ?i)))
  (:action wash-garment
    :parameters (?i - garment ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?c ?r) (washes-clothes ?c) (inside ?i ?c) (not (open ?c)))
    :effect (and (clean ?i)))
  (:action water-plant
    :parameters (?p - plant ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?s ?r) (on ?p ?s) (hand-free))
    :effect (and (watered ?p))))
