(define (domain hilltop)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room locatable item - object
    person fixture - locatable
    surface container opening appliance plant - fixture
    window door - opening
    mug - item)
  (:predicates
    (robot-in ?r - room)
    (at ?x - locatable ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (has ?p - person ?i - item)
    (holding ?i - item)
    (hand-free)
    (openable ?f - fixture)
    (open ?f - fixture)
    (locked ?d - door)
    (turned-on ?a - appliance)
    (dirty ?m - mug)
    (watered ?p - plant)
    (has-tap ?r - room))

  (:action move
    :parameters (?from ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (at ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (at ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (at ?c ?r) (open ?c) (in ?i ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (at ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action open-fixture
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-in ?r) (at ?f ?r) (openable ?f) (not (open ?f)))
    :effect (and (open ?f)))
  (:action close-fixture
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-in ?r) (at ?f ?r) (openable ?f) (open ?f))
    :effect (and (not (open ?f))))
  (:action lock-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (at ?d ?r) (openable ?d) (not (open ?d)) (not (locked ?d)))
    :effect (and (locked ?d) (not (openable ?d))))
  (:action unlock-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (at ?d ?r) (locked ?d))
    :effect (and (not (locked ?d)) (openable ?d)))
  (:action switch-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (at ?a ?r) (not (turned-on ?a)))
    :effect (and (turned-on ?a)))
  (:action switch-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (at ?a ?r) (turned-on ?a))
    :effect (and (not (turned-on ?a))))
  (:action wash-mug
    :parameters (?m - mug ?r - room)
    :precondition (and (robot-in ?r) (has-tap ?r) (holding ?m) (dirty ?m))
    :effect (and (not (dirty ?m))))
  (:action water-plant
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-in ?r) (at ?p ?r) (hand-free) (not (watered ?p)))
    :effect (and (watered ?p)))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (at ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-free) (not (holding ?i))))
  (:action take-from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (at ?p ?r) (has ?p ?i) (hand-free))
    :effect (and (holding ?i) (not (has ?p ?i)) (not (hand-free)))))
