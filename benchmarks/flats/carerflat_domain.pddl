(define (domain carerflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    space surface blind device person item - object
    room container - space
    bed - surface)
  (:predicates
    (located ?x - object ?r - room)
    (lives-here ?p - person)
    (chargeable ?i - item)
    (charger-at ?s - surface)
    (floor-standing ?i - item)
    (robot-in ?r - room)
    (hand-free)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?x - space)
    (has ?p - person ?i - item)
    (open ?x - object)
    (switched-on ?d - device)
    (charging ?i - item)
    (made ?b - bed))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-free) (not (charging ?i)))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i) (not (floor-standing ?i)))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (holding ?i) (not (floor-standing ?i)))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action take-hold
    :parameters (?i - item ?r - room)
    :precondition (and (robot-in ?r) (in ?i ?r) (floor-standing ?i) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?r)) (not (hand-free))))
  (:action stand-down
    :parameters (?i - item ?r - room)
    :precondition (and (robot-in ?r) (holding ?i) (floor-standing ?i))
    :effect (and (in ?i ?r) (hand-free) (not (holding ?i))))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-free) (not (holding ?i))))
  (:action take-back
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (has ?p ?i) (hand-free))
    :effect (and (holding ?i) (not (has ?p ?i)) (not (hand-free))))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (not (open ?c)))
    :effect (and (open ?c)))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c))
    :effect (and (not (open ?c))))
  (:action open-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (not (open ?b)))
    :effect (and (open ?b)))
  (:action close-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (open ?b))
    :effect (and (not (open ?b))))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (and (switched-on ?d)))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (and (not (switched-on ?d))))
  (:action plug-in
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (charger-at ?s) (chargeable ?i) (not (charging ?i)))
    :effect (and (charging ?i)))
  (:action unplug
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (charging ?i))
    :effect (and (not (charging ?i))))
  (:action make-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (hand-free) (not (made ?b)))
    :effect (and (made ?b)))
  (:action turn-down-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (hand-free) (made ?b))
    :effect (and (not (made ?b)))))
