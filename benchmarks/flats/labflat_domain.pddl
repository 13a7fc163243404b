(define (domain labflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    robot room thing - object
    person openable surface device item - thing
    container - openable
    cleaning-tool - item)
  (:predicates
    (at ?r - robot ?l - room)
    (located ?t - thing ?l - room)
    (connected ?a ?b - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?o - openable)
    (holding ?r - robot ?i - item)
    (hand-empty ?r - robot)
    (has ?p - person ?i - item)
    (powered ?d - device)
    (dirty ?t - thing)
    (has-sink ?l - room)
    (has-charger ?l - room)
    (docked ?r - robot))
  (:action move
    :parameters (?r - robot ?a ?b - room)
    :precondition (and (at ?r ?a) (connected ?a ?b) (not (docked ?r)))
    :effect (and (not (at ?r ?a)) (at ?r ?b)))
  (:action dock
    :parameters (?r - robot ?l - room)
    :precondition (and (at ?r ?l) (has-charger ?l) (not (docked ?r)))
    :effect (and (docked ?r)))
  (:action open
    :parameters (?r - robot ?o - openable ?l - room)
    :precondition (and (at ?r ?l) (located ?o ?l) (hand-empty ?r) (not (open ?o)))
    :effect (and (open ?o)))
  (:action close
    :parameters (?r - robot ?o - openable ?l - room)
    :precondition (and (at ?r ?l) (located ?o ?l) (hand-empty ?r) (open ?o))
    :effect (and (not (open ?o))))
  (:action pick
    :parameters (?r - robot ?i - item ?s - surface ?l - room)
    :precondition (and (at ?r ?l) (located ?s ?l) (on ?i ?s) (hand-empty ?r))
    :effect (and (holding ?r ?i) (not (on ?i ?s)) (not (hand-empty ?r))))
  (:action place
    :parameters (?r - robot ?i - item ?s - surface ?l - room)
    :precondition (and (at ?r ?l) (located ?s ?l) (holding ?r ?i))
    :effect (and (on ?i ?s) (hand-empty ?r) (not (holding ?r ?i))))
  (:action take-out
    :parameters (?r - robot ?i - item ?c - container ?l - room)
    :precondition (and (at ?r ?l) (located ?c ?l) (open ?c) (in ?i ?c) (hand-empty ?r))
    :effect (and (holding ?r ?i) (not (in ?i ?c)) (not (hand-empty ?r))))
  (:action put-in
    :parameters (?r - robot ?i - item ?c - container ?l - room)
    :precondition (and (at ?r ?l) (located ?c ?l) (open ?c) (holding ?r ?i))
    :effect (and (in ?i ?c) (hand-empty ?r) (not (holding ?r ?i))))
  (:action hand-over
    :parameters (?r - robot ?i - item ?p - person ?l - room)
    :precondition (and (at ?r ?l) (located ?p ?l) (holding ?r ?i))
    :effect (and (has ?p ?i) (hand-empty ?r) (not (holding ?r ?i))))
  (:action receive
    :parameters (?r - robot ?i - item ?p - person ?l - room)
    :precondition (and (at ?r ?l) (located ?p ?l) (has ?p ?i) (hand-empty ?r))
    :effect (and (holding ?r ?i) (not (has ?p ?i)) (not (hand-empty ?r))))
  (:action power-on
    :parameters (?r - robot ?d - device ?l - room)
    :precondition (and (at ?r ?l) (located ?d ?l) (not (powered ?d)))
    :effect (and (powered ?d)))
  (:action power-off
    :parameters (?r - robot ?d - device ?l - room)
    :precondition (and (at ?r ?l) (located ?d ?l) (powered ?d))
    :effect (and (not (powered ?d))))
  (:action wipe
    :parameters (?r - robot ?s - surface ?t - cleaning-tool ?l - room)
    :precondition (and (at ?r ?l) (located ?s ?l) (dirty ?s) (holding ?r ?t))
    :effect (and (not (dirty ?s))))
  (:action wash
    :parameters (?r - robot ?i - item ?l - room)
    :precondition (and (at ?r ?l) (has-sink ?l) (holding ?r ?i) (dirty ?i))
    :effect (and (not (dirty ?i)))))
