(define (domain chapelrow)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person fixture item - object
    surface openable device - fixture
    container door - openable
    lamp kettle television - device
    mug book - item)
  (:predicates
    (robot_at ?r - room)
    (connected ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (person_in ?p - person ?r - room)
    (has_sink ?r - room)
    (has_lock ?o - openable)
    (hand_empty)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (has ?p - person ?i - item)
    (open ?o - openable)
    (locked ?o - openable)
    (switched_on ?d - device)
    (clean ?m - mug)
    (tea_in ?m - mug))

  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot_at ?a) (connected ?a ?b))
    :effect (and (robot_at ?b) (not (robot_at ?a))))

  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (on ?i ?s) (hand_empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_empty))))

  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_empty) (not (holding ?i))))

  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand_empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_empty))))

  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand_empty) (not (holding ?i))))

  (:action open_up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (hand_empty) (not (open ?o)) (not (locked ?o)))
    :effect (open ?o))

  (:action shut
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (hand_empty) (open ?o))
    :effect (not (open ?o)))

  (:action lock
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (has_lock ?o) (hand_empty) (not (open ?o)) (not (locked ?o)))
    :effect (locked ?o))

  (:action unlock
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (has_lock ?o) (hand_empty) (locked ?o))
    :effect (not (locked ?o)))

  (:action switch_on
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (not (switched_on ?d)))
    :effect (switched_on ?d))

  (:action switch_off
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (switched_on ?d))
    :effect (not (switched_on ?d)))

  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (person_in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand_empty) (not (holding ?i))))

  (:action take_from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (person_in ?p ?r) (has ?p ?i) (hand_empty))
    :effect (and (holding ?i) (not (has ?p ?i)) (not (hand_empty))))

  (:action wash
    :parameters (?m - mug ?r - room)
    :precondition (and (robot_at ?r) (has_sink ?r) (holding ?m) (not (clean ?m)))
    :effect (and (clean ?m) (not (tea_in ?m))))

  (:action brew_tea
    :parameters (?m - mug ?k - kettle ?r - room)
    :precondition (and (robot_at ?r) (located ?k ?r) (switched_on ?k) (holding ?m) (clean ?m))
    :effect (and (tea_in ?m) (not (clean ?m)))))
