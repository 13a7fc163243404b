(define (domain flat33)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item person - object
    surface container basin device curtain plant - fixture
    lamp appliance - device
    food dish garment book tool - item
    can - tool)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (stands ?f - fixture ?r - room)
    (stays ?p - person ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-empty)
    (has ?p - person ?i - item)
    (is-open ?c - container)
    (powered ?d - device)
    (drawn ?c - curtain)
    (watered ?p - plant)
    (clean ?d - dish))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (connected ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands ?c ?r) (in ?i ?c) (is-open ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands ?c ?r) (holding ?i) (is-open ?c))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-up
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands ?c ?r) (not (is-open ?c)))
    :effect (is-open ?c))
  (:action close-up
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands ?c ?r) (is-open ?c))
    :effect (not (is-open ?c)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (stands ?d ?r) (not (powered ?d)))
    :effect (powered ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (stands ?d ?r) (powered ?d))
    :effect (not (powered ?d)))
  (:action draw-curtain
    :parameters (?c - curtain ?r - room)
    :precondition (and (robot-at ?r) (stands ?c ?r) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action wash
    :parameters (?d - dish ?b - basin ?r - room)
    :precondition (and (robot-at ?r) (stands ?b ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action water
    :parameters (?p - plant ?w - can ?r - room)
    :precondition (and (robot-at ?r) (stands ?p ?r) (holding ?w) (not (watered ?p)))
    :effect (watered ?p))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (stays ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-empty) (not (holding ?i)))))
