(define (domain brewhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item - object
          surface container device sink - fixture
          lamp gadget - device
          vessel food plant paper tool - item)
  (:predicates
    (robot_at ?r - room)
    (located ?f - fixture ?r - room)
    (on_top ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (holding ?i - item)
    (hand_empty)
    (is_open ?c - container)
    (switched_on ?d - device)
    (dirty ?v - vessel)
    (full ?v - vessel)
    (thirsty ?p - plant))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot_at ?from)
    :effect (and (not (robot_at ?from)) (robot_at ?to)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (on_top ?i ?s) (hand_empty))
    :effect (and (holding ?i) (not (on_top ?i ?s)) (not (hand_empty))))
  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on_top ?i ?s) (hand_empty) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (inside ?i ?c) (is_open ?c) (hand_empty))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand_empty))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (holding ?i) (is_open ?c))
    :effect (and (inside ?i ?c) (hand_empty) (not (holding ?i))))
  (:action open
    :parameters (?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (not (is_open ?c)))
    :effect (is_open ?c))
  (:action close
    :parameters (?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (is_open ?c))
    :effect (not (is_open ?c)))
  (:action switch_on
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (not (switched_on ?d)))
    :effect (switched_on ?d))
  (:action switch_off
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (switched_on ?d))
    :effect (not (switched_on ?d)))
  (:action wash
    :parameters (?v - vessel ?k - sink ?r - room)
    :precondition (and (robot_at ?r) (located ?k ?r) (holding ?v) (dirty ?v))
    :effect (not (dirty ?v)))
  (:action fill
    :parameters (?v - vessel ?k - sink ?r - room)
    :precondition (and (robot_at ?r) (located ?k ?r) (holding ?v) (not (full ?v)))
    :effect (full ?v))
  (:action water
    :parameters (?p - plant ?v - vessel ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (on_top ?p ?s) (holding ?v) (full ?v) (thirsty ?p))
    :effect (and (not (thirsty ?p)) (not (full ?v)))))
