(define (domain loft2)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room surface openable device plant item - object
    container window - openable
    washable - item)
  (:predicates
    (robot-in ?r - room)
    (located ?x - object ?r - room)
    (linked ?a - room ?b - room)
    (has-water ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?o - openable)
    (switched-on ?d - device)
    (clean ?i - washable)
    (watered ?p - plant))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (linked ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
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
  (:action open-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wash
    :parameters (?i - washable ?r - room)
    :precondition (and (robot-in ?r) (has-water ?r) (holding ?i) (not (clean ?i)))
    :effect (clean ?i))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (hand-free) (not (watered ?p)))
    :effect (watered ?p)))
