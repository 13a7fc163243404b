(define (domain bungalow)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    fixed item - thing
    person surface electric openable - fixed
    container window - openable
    washer - container
    cup toy food - item)
  (:predicates
    (robot_at ?r - room)
    (located ?f - fixed ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand_empty)
    (has ?p - person ?i - item)
    (open ?o - openable)
    (switched_on ?e - electric)
    (dirty ?c - cup))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot_at ?from)
    :effect (and (not (robot_at ?from)) (robot_at ?to)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (on ?i ?s) (hand_empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_empty))))
  (:action put_on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_empty) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand_empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_empty))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand_empty) (not (holding ?i))))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (located ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand_empty) (not (holding ?i))))
  (:action take_back
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (located ?p ?r) (has ?p ?i) (hand_empty))
    :effect (and (holding ?i) (not (has ?p ?i)) (not (hand_empty))))
  (:action open_it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close_it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action switch_on
    :parameters (?e - electric ?r - room)
    :precondition (and (robot_at ?r) (located ?e ?r) (not (switched_on ?e)))
    :effect (switched_on ?e))
  (:action switch_off
    :parameters (?e - electric ?r - room)
    :precondition (and (robot_at ?r) (located ?e ?r) (switched_on ?e))
    :effect (not (switched_on ?e)))
  (:action wash
    :parameters (?c - cup ?w - washer ?r - room)
    :precondition (and (robot_at ?r) (located ?w ?r) (in ?c ?w) (not (open ?w)) (dirty ?c))
    :effect (not (dirty ?c))))
