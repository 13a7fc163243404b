; A robot with one gripper warms food, on a stove or in a microwave oven.
(define (domain cooking)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place food vessel - object
    heater - place
    stove microwave - heater
    metal glass - vessel)
  (:predicates
    (at ?v - vessel ?p - place)
    (holding ?v - vessel)
    (hand-empty)
    (in ?f - food ?v - vessel)
    (on ?h - heater)
    (hot ?f - food))

  (:action pick
    :parameters (?v - vessel ?from - place)
    :precondition (and (at ?v ?from) (hand-empty))
    :effect (and (holding ?v) (not (at ?v ?from)) (not (hand-empty))))

  (:action place
    :parameters (?v - vessel ?to - place)
    :precondition (holding ?v)
    :effect (and (at ?v ?to) (hand-empty) (not (holding ?v))))

  (:action pour
    :parameters (?f - food ?from - vessel ?to - vessel)
    :precondition (and (in ?f ?from) (holding ?from))
    :effect (and (in ?f ?to) (not (in ?f ?from))))

  (:action turn-on
    :parameters (?h - heater)
    :precondition (not (on ?h))
    :effect (on ?h))

  (:action turn-off
    :parameters (?h - heater)
    :precondition (on ?h)
    :effect (not (on ?h)))

  (:action warm
    :parameters (?f - food ?v - vessel ?h - heater)
    :precondition (and (in ?f ?v) (at ?v ?h) (on ?h))
    :effect (hot ?f)))
