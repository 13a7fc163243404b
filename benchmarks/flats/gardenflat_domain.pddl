(define (domain gardenflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item - object
          surface openable lamp plant - fixture
          cupboard window door - openable
          bottle toy laundry - item)
  (:predicates
    (robot_in ?r - room)
    (next_to ?a - room ?b - room)
    (leads ?d - door ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (hand_free)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - cupboard)
    (open ?o - openable)
    (lit ?l - lamp)
    (filled ?b - bottle)
    (warm ?b - bottle)
    (clean ?l - laundry)
    (wiped ?s - surface)
    (watered ?p - plant)
    (has_tap ?r - room)
    (has_warmer ?s - surface)
    (washes ?c - cupboard))

  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot_in ?a) (next_to ?a ?b))
    :effect (and (robot_in ?b) (not (robot_in ?a))))

  (:action go_through
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot_in ?a) (leads ?d ?a ?b) (open ?d))
    :effect (and (robot_in ?b) (not (robot_in ?a))))

  (:action open_up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_in ?r) (located ?o ?r) (hand_free) (not (open ?o)))
    :effect (open ?o))

  (:action close_up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_in ?r) (located ?o ?r) (hand_free) (open ?o))
    :effect (not (open ?o)))

  (:action take_from
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))

  (:action put_on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))

  (:action take_out
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand_free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_free))))

  (:action put_in
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand_free) (not (holding ?i))))

  (:action switch_on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot_in ?r) (located ?l ?r) (not (lit ?l)))
    :effect (lit ?l))

  (:action switch_off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot_in ?r) (located ?l ?r) (lit ?l))
    :effect (not (lit ?l)))

  (:action fill_bottle
    :parameters (?b - bottle ?r - room)
    :precondition (and (robot_in ?r) (has_tap ?r) (holding ?b) (not (filled ?b)))
    :effect (filled ?b))

  (:action warm_bottle
    :parameters (?b - bottle ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (has_warmer ?s) (on ?b ?s) (filled ?b) (hand_free))
    :effect (warm ?b))

  (:action wash_laundry
    :parameters (?l - laundry ?c - cupboard ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (washes ?c) (in ?l ?c) (not (open ?c)))
    :effect (clean ?l))

  (:action water_plant
    :parameters (?p - plant ?r - room)
    :precondition (and (robot_in ?r) (located ?p ?r) (hand_free))
    :effect (watered ?p))

  (:action wipe_surface
    :parameters (?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (hand_free))
    :effect (wiped ?s))
)
