(define (domain seaview)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person colour spot item fixture - object
    surface cupboard - spot
    dish medicine spectacles garment book food - item
    device window plant door - fixture
    lamp player - device)
  (:predicates
    (robot-in ?r - room)
    (adjacent ?a ?b - room)
    (spot-in ?s - spot ?r - room)
    (fixture-in ?f - fixture ?r - room)
    (person-in ?p - person ?r - room)
    (has-sink ?r - room)
    (hand-empty)
    (carrying ?i - item)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - cupboard)
    (has ?p - person ?i - item)
    (opened ?c - cupboard)
    (switched-on ?d - device)
    (window-open ?w - window)
    (locked ?d - door)
    (clean ?d - dish)
    (watered ?p - plant)
    (belongs-to ?i - item ?p - person)
    (coloured ?i - item ?c - colour))
  (:action go
    :parameters (?a ?b - room)
    :precondition (and (robot-in ?a) (adjacent ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (carrying ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action take-out
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (inside ?i ?c) (opened ?c) (hand-empty))
    :effect (and (carrying ?i) (not (inside ?i ?c)) (not (hand-empty))))
  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (carrying ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (carrying ?i))))
  (:action put-away
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (carrying ?i) (opened ?c))
    :effect (and (inside ?i ?c) (hand-empty) (not (carrying ?i))))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (carrying ?i))
    :effect (and (has ?p ?i) (hand-empty) (not (carrying ?i))))
  (:action open-cupboard
    :parameters (?c - cupboard ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (not (opened ?c)))
    :effect (opened ?c))
  (:action close-cupboard
    :parameters (?c - cupboard ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (opened ?c))
    :effect (not (opened ?c)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?w ?r) (not (window-open ?w)))
    :effect (window-open ?w))
  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?w ?r) (window-open ?w))
    :effect (not (window-open ?w)))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-in ?r) (has-sink ?r) (carrying ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?p ?r) (not (watered ?p)))
    :effect (watered ?p))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?d ?r) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (fixture-in ?d ?r) (locked ?d))
    :effect (not (locked ?d))))
