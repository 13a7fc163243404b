(define (domain tollhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item person - object
    surface openable lamp - fixture
    basin - surface
    container window - openable
    dish plant cloth book drink - item)
  (:predicates
    (robot-in ?r - room)
    (adjoins ?a - room ?b - room)
    (fixed-in ?f - fixture ?r - room)
    (person-in ?p - person ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?o - openable)
    (lit ?l - lamp)
    (washed ?d - dish)
    (watered ?p - plant)
    (wiped ?s - surface)
    (folded ?c - cloth)
    (has ?p - person ?i - item))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (adjoins ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action open-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?o ?r) (hand-free) (not (open ?o)))
    :effect (open ?o))
  (:action close-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?o ?r) (hand-free) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action wash
    :parameters (?d - dish ?b - basin ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?b ?r) (holding ?d) (not (washed ?d)))
    :effect (washed ?d))
  (:action water
    :parameters (?p - plant ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?s ?r) (on ?p ?s) (hand-free) (not (watered ?p)))
    :effect (watered ?p))
  (:action wipe
    :parameters (?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?s ?r) (hand-free) (not (wiped ?s)))
    :effect (wiped ?s))
  (:action fold
    :parameters (?c - cloth ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?s ?r) (on ?c ?s) (hand-free) (not (folded ?c)))
    :effect (folded ?c))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-free) (not (holding ?i)))))
