(define (domain orchard)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place thing - object
    fixture item - thing
    surface tree lamp openable - fixture
    door container - openable
    washable tool drink - item
    fruit mug - washable)
  (:predicates
    (robot_at ?p - place)
    (located ?f - fixture ?p - place)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?o - openable)
    (locked ?d - door)
    (lit ?l - lamp)
    (watered ?t - tree)
    (washed ?w - washable)
    (holding ?i - item)
    (hand_free))
  (:action go
    :parameters (?from - place ?to - place)
    :precondition (robot_at ?from)
    :effect (and (not (robot_at ?from)) (robot_at ?to)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?p - place)
    :precondition (and (robot_at ?p) (located ?s ?p) (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))
  (:action put_on
    :parameters (?i - item ?s - surface ?p - place)
    :precondition (and (robot_at ?p) (located ?s ?p) (holding ?i))
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?p - place)
    :precondition (and (robot_at ?p) (located ?c ?p) (in ?i ?c) (open ?c) (hand_free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_free))))
  (:action put_in
    :parameters (?i - item ?c - container ?p - place)
    :precondition (and (robot_at ?p) (located ?c ?p) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand_free) (not (holding ?i))))
  (:action open_container
    :parameters (?c - container ?p - place)
    :precondition (and (robot_at ?p) (located ?c ?p) (not (open ?c)))
    :effect (open ?c))
  (:action open_door
    :parameters (?d - door ?p - place)
    :precondition (and (robot_at ?p) (located ?d ?p) (not (open ?d)) (not (locked ?d)))
    :effect (open ?d))
  (:action close
    :parameters (?o - openable ?p - place)
    :precondition (and (robot_at ?p) (located ?o ?p) (open ?o))
    :effect (not (open ?o)))
  (:action lock
    :parameters (?d - door ?p - place)
    :precondition (and (robot_at ?p) (located ?d ?p) (not (open ?d)) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?p - place)
    :precondition (and (robot_at ?p) (located ?d ?p) (locked ?d))
    :effect (not (locked ?d)))
  (:action turn_on
    :parameters (?l - lamp ?p - place)
    :precondition (and (robot_at ?p) (located ?l ?p) (not (lit ?l)))
    :effect (lit ?l))
  (:action turn_off
    :parameters (?l - lamp ?p - place)
    :precondition (and (robot_at ?p) (located ?l ?p) (lit ?l))
    :effect (not (lit ?l)))
  (:action water
    :parameters (?t - tree ?p - place)
    :precondition (and (robot_at ?p) (located ?t ?p) (not (watered ?t)))
    :effect (watered ?t))
  (:action wash
    :parameters (?w - washable)
    :precondition (and (holding ?w) (not (washed ?w)))
    :effect (washed ?w)))
