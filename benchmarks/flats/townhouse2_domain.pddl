(define (domain townhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room item fixed - object
    person pet place electric window door bed - fixed
    surface container - place
    food petfood gadget washable - item
    crockery garment - washable)
  (:predicates
    (robot_at ?r - room)
    (next_to ?a ?b - room)
    (located ?f - fixed ?r - room)
    (hand_free)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (has ?p - person ?i - item)
    (belongs_to ?o - object ?p - person)
    (is_open ?x - fixed)
    (can_open ?x - fixed)
    (locked ?d - door)
    (switched_on ?e - electric)
    (dirty ?o - object)
    (washes ?c - container ?w - washable)
    (hungry ?a - pet)
    (made ?b - bed))
  (:action walk
    :parameters (?from ?to - room)
    :precondition (and (robot_at ?from) (next_to ?from ?to))
    :effect (and (robot_at ?to) (not (robot_at ?from))))
  (:action take_off
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (in ?i ?c) (is_open ?c) (hand_free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_free))))
  (:action put_on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (is_open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand_free) (not (holding ?i))))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (located ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand_free) (not (holding ?i))))
  (:action open
    :parameters (?x - fixed ?r - room)
    :precondition (and (robot_at ?r) (located ?x ?r) (can_open ?x) (not (is_open ?x)))
    :effect (is_open ?x))
  (:action close
    :parameters (?x - fixed ?r - room)
    :precondition (and (robot_at ?r) (located ?x ?r) (can_open ?x) (is_open ?x))
    :effect (not (is_open ?x)))
  (:action switch_on
    :parameters (?e - electric ?r - room)
    :precondition (and (robot_at ?r) (located ?e ?r) (not (switched_on ?e)))
    :effect (switched_on ?e))
  (:action switch_off
    :parameters (?e - electric ?r - room)
    :precondition (and (robot_at ?r) (located ?e ?r) (switched_on ?e))
    :effect (not (switched_on ?e)))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action wash
    :parameters (?w - washable ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (washes ?c ?w) (in ?w ?c) (not (is_open ?c)) (dirty ?w))
    :effect (not (dirty ?w)))
  (:action wipe
    :parameters (?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (dirty ?s) (hand_free))
    :effect (not (dirty ?s)))
  (:action feed
    :parameters (?a - pet ?f - petfood ?r - room)
    :precondition (and (robot_at ?r) (located ?a ?r) (holding ?f) (hungry ?a))
    :effect (not (hungry ?a)))
  (:action make_bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot_at ?r) (located ?b ?r) (hand_free) (not (made ?b)))
    :effect (made ?b)))
