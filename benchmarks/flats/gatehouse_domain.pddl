(define (domain gatehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item - object
          surface container device - fixture)
  (:predicates
    (robot_in ?r - room)
    (located ?f - fixture ?r - room)
    (hand_empty)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?c - container)
    (switched_on ?d - device)
    (washable ?i - item)
    (has_sink ?r - room)
    (clean ?i - item))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot_in ?from)
    :effect (and (not (robot_in ?from)) (robot_in ?to)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (on ?i ?s) (hand_empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_empty))))
  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_empty) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand_empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_empty))))
  (:action put_into
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand_empty) (not (holding ?i))))
  (:action open_container
    :parameters (?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (hand_empty) (not (open ?c)))
    :effect (open ?c))
  (:action close_container
    :parameters (?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (hand_empty) (open ?c))
    :effect (not (open ?c)))
  (:action switch_on
    :parameters (?d - device ?r - room)
    :precondition (and (robot_in ?r) (located ?d ?r) (not (switched_on ?d)))
    :effect (switched_on ?d))
  (:action switch_off
    :parameters (?d - device ?r - room)
    :precondition (and (robot_in ?r) (located ?d ?r) (switched_on ?d))
    :effect (not (switched_on ?d)))
  (:action wash
    :parameters (?i - item ?r - room)
    :precondition (and (robot_in ?r) (has_sink ?r) (holding ?i) (washable ?i) (not (clean ?i)))
    :effect (clean ?i)))
