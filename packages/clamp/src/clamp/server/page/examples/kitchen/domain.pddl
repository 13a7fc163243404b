; A robot with one gripper tidies a kitchen.
(define (domain kitchen)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types
    place thing - object
    surface container - place
    food dish - thing)
  (:predicates
    (robot-at ?p - place)
    (at ?t - thing ?p - place)
    (holding ?t - thing)
    (hand-empty)
    (open ?c - container)
    (dirty ?d - dish)
    (washes ?p - place))

  (:action go
    :parameters (?to - place)
    :precondition (not (robot-at ?to))
    :effect (and (robot-at ?to)
                 (forall (?p - place) (when (robot-at ?p) (not (robot-at ?p))))))

  (:action open
    :parameters (?c - container)
    :precondition (and (robot-at ?c) (hand-empty) (not (open ?c)))
    :effect (open ?c))

  (:action close
    :parameters (?c - container)
    :precondition (and (robot-at ?c) (hand-empty) (open ?c))
    :effect (not (open ?c)))

  (:action pick
    :parameters (?t - thing ?from - surface)
    :precondition (and (robot-at ?from) (at ?t ?from) (hand-empty))
    :effect (and (holding ?t) (not (at ?t ?from)) (not (hand-empty))))

  (:action take-out
    :parameters (?t - thing ?from - container)
    :precondition (and (robot-at ?from) (open ?from) (at ?t ?from) (hand-empty))
    :effect (and (holding ?t) (not (at ?t ?from)) (not (hand-empty))))

  (:action place
    :parameters (?t - thing ?on - surface)
    :precondition (and (robot-at ?on) (holding ?t))
    :effect (and (at ?t ?on) (hand-empty) (not (holding ?t))))

  (:action put-in
    :parameters (?t - thing ?in - container)
    :precondition (and (robot-at ?in) (open ?in) (holding ?t))
    :effect (and (at ?t ?in) (hand-empty) (not (holding ?t))))

  (:action wash
    :parameters (?d - dish ?at - place)
    :precondition (and (robot-at ?at) (washes ?at) (holding ?d) (dirty ?d))
    :effect (not (dirty ?d))))
