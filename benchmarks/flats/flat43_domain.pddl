(define (domain flat43)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room surface openable device item - object
    container window - openable
    dish garment - item)
  (:predicates
    (robot-in ?r - room)
    (connected ?a - room ?b - room)
    (located ?f - object ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?o - openable)
    (switched-on ?d - device)
    (clean ?i - item)
    (holding ?i - item)
    (hand-empty)
    (has-tap ?r - room)
    (washes-clothes ?c - container))
  (:action move
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from) (connected ?from ?to))
    :effect (and (robot-in ?to) (not (robot-in ?from))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (hand-empty) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (hand-empty) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (hand-empty) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (hand-empty) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wash-dish
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-in ?r) (has-tap ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action wash-garment
    :parameters (?g - garment ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (washes-clothes ?c) (in ?g ?c) (not (open ?c)) (not (clean ?g)))
    :effect (clean ?g))
)
