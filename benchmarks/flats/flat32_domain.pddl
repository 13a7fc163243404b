(define (domain flat32)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface openable device plant - fixture
    container window - openable
    dish sponge can - item)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (stands-in ?f - fixture ?r - room)
    (has-sink ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?o - openable)
    (locked ?o - openable)
    (switched-on ?d - device)
    (dusty ?s - surface)
    (dirty ?d - dish)
    (watered ?p - plant))
  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (connected ?a ?b))
    :effect (and (not (robot-at ?a)) (robot-at ?b)))
  (:action take-off
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action open-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?o ?r) (not (open ?o)) (not (locked ?o)))
    :effect (open ?o))
  (:action close-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wipe
    :parameters (?s - surface ?sp - sponge ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (holding ?sp) (dusty ?s))
    :effect (not (dusty ?s)))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action water
    :parameters (?p - plant ?w - can ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?p ?r) (holding ?w) (not (watered ?p)))
    :effect (watered ?p)))
