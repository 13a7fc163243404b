(define (domain testbed)
  (:requirements :strips :typing :negative-preconditions)
  (:types robot person location fixture item - object
          surface container aperture device - fixture
          cup fruit - item)
  (:predicates
    (robot-at ?r - robot ?l - location)
    (person-at ?p - person ?l - location)
    (located ?f - fixture ?l - location)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (has ?p - person ?i - item)
    (holding ?r - robot ?i - item)
    (gripper-empty ?r - robot)
    (openable ?f - fixture)
    (open ?f - fixture)
    (powered ?d - device)
    (dirty ?s - surface)
    (is-dock ?l - location)
    (charged ?r - robot))
  (:action navigate
    :parameters (?r - robot ?from ?to - location)
    :precondition (and (robot-at ?r ?from))
    :effect (and (robot-at ?r ?to) (not (robot-at ?r ?from))))
  (:action pick
    :parameters (?r - robot ?i - item ?s - surface ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?s ?l) (on ?i ?s) (gripper-empty ?r))
    :effect (and (holding ?r ?i) (not (on ?i ?s)) (not (gripper-empty ?r))))
  (:action place
    :parameters (?r - robot ?i - item ?s - surface ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?s ?l) (holding ?r ?i))
    :effect (and (on ?i ?s) (gripper-empty ?r) (not (holding ?r ?i))))
  (:action retrieve
    :parameters (?r - robot ?i - item ?c - container ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?c ?l) (open ?c) (in ?i ?c) (gripper-empty ?r))
    :effect (and (holding ?r ?i) (not (in ?i ?c)) (not (gripper-empty ?r))))
  (:action insert
    :parameters (?r - robot ?i - item ?c - container ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?c ?l) (open ?c) (holding ?r ?i))
    :effect (and (in ?i ?c) (gripper-empty ?r) (not (holding ?r ?i))))
  (:action handover
    :parameters (?r - robot ?i - item ?p - person ?l - location)
    :precondition (and (robot-at ?r ?l) (person-at ?p ?l) (holding ?r ?i))
    :effect (and (has ?p ?i) (gripper-empty ?r) (not (holding ?r ?i))))
  (:action receive
    :parameters (?r - robot ?i - item ?p - person ?l - location)
    :precondition (and (robot-at ?r ?l) (person-at ?p ?l) (has ?p ?i) (gripper-empty ?r))
    :effect (and (holding ?r ?i) (not (has ?p ?i)) (not (gripper-empty ?r))))
  (:action open-fixture
    :parameters (?r - robot ?f - fixture ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?f ?l) (openable ?f) (not (open ?f)) (gripper-empty ?r))
    :effect (and (open ?f)))
  (:action close-fixture
    :parameters (?r - robot ?f - fixture ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?f ?l) (openable ?f) (open ?f))
    :effect (and (not (open ?f))))
  (:action power-on
    :parameters (?r - robot ?d - device ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?d ?l) (not (powered ?d)))
    :effect (and (powered ?d)))
  (:action power-off
    :parameters (?r - robot ?d - device ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?d ?l) (powered ?d))
    :effect (and (not (powered ?d))))
  (:action wipe-surface
    :parameters (?r - robot ?s - surface ?l - location)
    :precondition (and (robot-at ?r ?l) (located ?s ?l) (dirty ?s) (gripper-empty ?r))
    :effect (and (not (dirty ?s))))
  (:action escort
    :parameters (?r - robot ?p - person ?from ?to - location)
    :precondition (and (robot-at ?r ?from) (person-at ?p ?from) (not (is-dock ?to)))
    :effect (and (robot-at ?r ?to) (person-at ?p ?to) (not (robot-at ?r ?from)) (not (person-at ?p ?from))))
  (:action recharge
    :parameters (?r - robot ?l - location)
    :precondition (and (robot-at ?r ?l) (is-dock ?l) (not (charged ?r)))
    :effect (and (charged ?r))))
