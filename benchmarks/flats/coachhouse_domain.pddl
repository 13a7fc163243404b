; A converted coach house: a family of four and a household robot with one hand.
(define (domain coachhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture thing person - object
    spot lamp blind door - fixture
    surface container - spot
    washer - container
    dish clothing toy drink - thing
    mug lunchbox - dish)
  (:predicates
    (robot-in ?r - room)
    (next-to ?a - room ?b - room)
    (fixed-in ?f - fixture ?r - room)
    (sink-in ?r - room)
    (person-in ?p - person ?r - room)
    (on ?t - thing ?s - surface)
    (in ?t - thing ?c - container)
    (open ?c - container)
    (holding ?t - thing)
    (hand-free)
    (lit ?l - lamp)
    (lowered ?b - blind)
    (locked ?d - door)
    (clean ?t - thing)
    (has ?p - person ?t - thing))

  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (next-to ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))

  (:action pick-up
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?s ?r) (on ?t ?s) (hand-free))
    :effect (and (holding ?t) (not (on ?t ?s)) (not (hand-free))))

  (:action put-down
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?s ?r) (holding ?t))
    :effect (and (on ?t ?s) (hand-free) (not (holding ?t))))

  (:action take-out
    :parameters (?t - thing ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?c ?r) (open ?c) (in ?t ?c) (hand-free))
    :effect (and (holding ?t) (not (in ?t ?c)) (not (hand-free))))

  (:action put-in
    :parameters (?t - thing ?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?c ?r) (open ?c) (holding ?t))
    :effect (and (in ?t ?c) (hand-free) (not (holding ?t))))

  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?c ?r) (hand-free) (not (open ?c)))
    :effect (open ?c))

  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?c ?r) (hand-free) (open ?c))
    :effect (not (open ?c)))

  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?l ?r) (not (lit ?l)))
    :effect (lit ?l))

  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?l ?r) (lit ?l))
    :effect (not (lit ?l)))

  (:action lower-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?b ?r) (hand-free) (not (lowered ?b)))
    :effect (lowered ?b))

  (:action raise-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?b ?r) (hand-free) (lowered ?b))
    :effect (not (lowered ?b)))

  (:action lock-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?d ?r) (hand-free) (not (locked ?d)))
    :effect (locked ?d))

  (:action unlock-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?d ?r) (hand-free) (locked ?d))
    :effect (not (locked ?d)))

  (:action wash-up
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-in ?r) (sink-in ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))

  (:action launder
    :parameters (?c - clothing ?w - washer ?r - room)
    :precondition (and (robot-in ?r) (fixed-in ?w ?r) (in ?c ?w) (not (open ?w)))
    :effect (clean ?c))

  (:action hand-over
    :parameters (?t - thing ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (holding ?t))
    :effect (and (has ?p ?t) (hand-free) (not (holding ?t)))))
