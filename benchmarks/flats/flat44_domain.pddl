(define (domain flat44)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface container device plant - fixture
    washer - container
    washable - item)
  (:predicates
    (robot_in ?r - room)
    (connected ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand_free)
    (open ?c - container)
    (switched_on ?d - device)
    (watered ?p - plant)
    (clean ?w - washable)
    (washes ?m - washer ?w - washable))

  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (robot_in ?a) (connected ?a ?b))
    :effect (and (robot_in ?b) (not (robot_in ?a))))

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
    :precondition (and (robot_in ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand_free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_free))))

  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand_free) (not (holding ?i))))

  (:action open_door
    :parameters (?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (hand_free) (not (open ?c)))
    :effect (open ?c))

  (:action close_door
    :parameters (?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (open ?c))
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
    :parameters (?w - washable ?m - washer ?r - room)
    :precondition (and (robot_in ?r) (located ?m ?r) (washes ?m ?w) (in ?w ?m) (not (open ?m)))
    :effect (clean ?w))

  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot_in ?r) (located ?p ?r) (hand_free) (not (watered ?p)))
    :effect (watered ?p))
)
