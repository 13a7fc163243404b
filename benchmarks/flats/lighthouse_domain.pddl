(define (domain lighthouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    fixture item - thing
    surface machine glass flag openable - fixture
    door container - openable)
  (:predicates
    (robot_in ?r - room)
    (located ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (open ?o - openable)
    (locked ?o - openable)
    (switched_on ?m - machine)
    (clean ?g - glass)
    (raised ?f - flag)
    (holding ?i - item)
    (hand_free))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot_in ?from)
    :effect (and (not (robot_in ?from)) (robot_in ?to)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))
  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (inside ?i ?c) (open ?c) (hand_free))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand_free))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (inside ?i ?c) (hand_free) (not (holding ?i))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_in ?r) (located ?o ?r) (not (open ?o)) (not (locked ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_in ?r) (located ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_in ?r) (located ?d ?r) (not (open ?d)) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_in ?r) (located ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action switch_on
    :parameters (?m - machine ?r - room)
    :precondition (and (robot_in ?r) (located ?m ?r) (not (switched_on ?m)))
    :effect (switched_on ?m))
  (:action switch_off
    :parameters (?m - machine ?r - room)
    :precondition (and (robot_in ?r) (located ?m ?r) (switched_on ?m))
    :effect (not (switched_on ?m)))
  (:action wipe
    :parameters (?g - glass ?r - room)
    :precondition (and (robot_in ?r) (located ?g ?r) (not (clean ?g)) (hand_free))
    :effect (clean ?g))
  (:action raise_flag
    :parameters (?f - flag ?r - room)
    :precondition (and (robot_in ?r) (located ?f ?r) (not (raised ?f)) (hand_free))
    :effect (raised ?f))
  (:action lower_flag
    :parameters (?f - flag ?r - room)
    :precondition (and (robot_in ?r) (located ?f ?r) (raised ?f) (hand_free))
    :effect (not (raised ?f))))
