(define (domain hostile_bungalow)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room item surface opening lamp plant - object
    dish - item
    container window - opening)
  (:predicates
    (robot-at ?r - room)
    (connected ?a ?b - room)
    (stands-in ?o - object ?r - room)
    (has-tap ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-free)
    (open ?o - opening)
    (lit ?l - lamp)
    (watered ?p - plant)
    (clean ?d - dish))
  (:action move
    :parameters (?a ?b - room)
    :precondition (and (robot-at ?a) (connected ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action open-up
    :parameters (?o - opening ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - opening ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (open ?c) (in ?i ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?p ?r) (not (watered ?p)))
    :effect (watered ?p))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-at ?r) (has-tap ?r) (holding ?d))
    :effect (clean ?d))
)
