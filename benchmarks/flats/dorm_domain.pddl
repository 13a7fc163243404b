(define (domain dorm)
  (:requirements :strips :typing :negative-preconditions)
  (:types area surface openable item appliance - object
          bed - surface
          container - openable
          dish plant - item)
  (:predicates
    (robot-in ?a - area)
    (hand-empty)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?o - openable)
    (switched-on ?m - appliance)
    (dirty ?d - dish)
    (watered ?p - plant)
    (made ?b - bed)
    (located ?x - object ?a - area)
    (joins ?d - openable ?a - area ?b - area)
    (has-sink ?a - area))
  (:action go
    :parameters (?from - area ?to - area ?d - openable)
    :precondition (and (robot-in ?from) (joins ?d ?from ?to) (open ?d))
    :effect (and (robot-in ?to) (not (robot-in ?from))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?a - area)
    :precondition (and (robot-in ?a) (located ?s ?a) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (hand-empty)) (not (on ?i ?s))))
  (:action put-down
    :parameters (?i - item ?s - surface ?a - area)
    :precondition (and (robot-in ?a) (located ?s ?a) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?a - area)
    :precondition (and (robot-in ?a) (located ?c ?a) (open ?c) (in ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (hand-empty)) (not (in ?i ?c))))
  (:action put-in
    :parameters (?i - item ?c - container ?a - area)
    :precondition (and (robot-in ?a) (located ?c ?a) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-up
    :parameters (?o - openable ?a - area)
    :precondition (and (robot-in ?a) (located ?o ?a) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?a - area)
    :precondition (and (robot-in ?a) (located ?o ?a) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?m - appliance ?a - area)
    :precondition (and (robot-in ?a) (located ?m ?a) (not (switched-on ?m)))
    :effect (switched-on ?m))
  (:action switch-off
    :parameters (?m - appliance ?a - area)
    :precondition (and (robot-in ?a) (located ?m ?a) (switched-on ?m))
    :effect (not (switched-on ?m)))
  (:action wash
    :parameters (?d - dish ?a - area)
    :precondition (and (robot-in ?a) (has-sink ?a) (holding ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action water
    :parameters (?p - plant ?s - surface ?a - area)
    :precondition (and (robot-in ?a) (located ?s ?a) (on ?p ?s) (not (watered ?p)))
    :effect (watered ?p))
  (:action make-bed
    :parameters (?b - bed ?a - area)
    :precondition (and (robot-in ?a) (located ?b ?a) (not (made ?b)))
    :effect (made ?b))
  (:action strip-bed
    :parameters (?b - bed ?a - area)
    :precondition (and (robot-in ?a) (located ?b ?a) (made ?b))
    :effect (not (made ?b))))
