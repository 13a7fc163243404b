(define (domain bakehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing fixture surface - object
    loaf starter flour broom book toy food - thing
    bed - surface
    oven shutters lamp - fixture)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (surface-at ?s - surface ?r - room)
    (fixture-at ?f - fixture ?r - room)
    (container ?f - fixture)
    (openable ?f - fixture)
    (switchable ?f - fixture)
    (hand-empty)
    (holding ?t - thing)
    (on ?t - thing ?s - surface)
    (in ?t - thing ?f - fixture)
    (open ?f - fixture)
    (turned-on ?f - fixture)
    (baked ?l - loaf)
    (fed ?s - starter)
    (made ?b - bed)
    (swept ?r - room))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from) (connected ?from ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))
  (:action pick-up
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (surface-at ?s ?r) (on ?t ?s) (hand-empty))
    :effect (and (holding ?t) (not (on ?t ?s)) (not (hand-empty))))
  (:action put-down
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (surface-at ?s ?r) (holding ?t))
    :effect (and (on ?t ?s) (hand-empty) (not (holding ?t))))
  (:action take-out
    :parameters (?t - thing ?f - fixture ?r - room)
    :precondition (and (robot-at ?r) (fixture-at ?f ?r) (in ?t ?f) (open ?f) (hand-empty))
    :effect (and (holding ?t) (not (in ?t ?f)) (not (hand-empty))))
  (:action put-in
    :parameters (?t - thing ?f - fixture ?r - room)
    :precondition (and (robot-at ?r) (fixture-at ?f ?r) (container ?f) (open ?f) (holding ?t))
    :effect (and (in ?t ?f) (hand-empty) (not (holding ?t))))
  (:action open-it
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-at ?r) (fixture-at ?f ?r) (openable ?f) (hand-empty) (not (open ?f)))
    :effect (and (open ?f)))
  (:action close-it
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-at ?r) (fixture-at ?f ?r) (openable ?f) (hand-empty) (open ?f))
    :effect (and (not (open ?f))))
  (:action turn-on
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-at ?r) (fixture-at ?f ?r) (switchable ?f) (not (turned-on ?f)))
    :effect (and (turned-on ?f)))
  (:action turn-off
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-at ?r) (fixture-at ?f ?r) (switchable ?f) (turned-on ?f))
    :effect (and (not (turned-on ?f))))
  (:action bake
    :parameters (?l - loaf ?o - oven ?r - room)
    :precondition (and (robot-at ?r) (fixture-at ?o ?r) (in ?l ?o) (turned-on ?o) (not (open ?o)) (not (baked ?l)))
    :effect (and (baked ?l)))
  (:action feed
    :parameters (?s - starter ?f - flour ?p - surface ?r - room)
    :precondition (and (robot-at ?r) (surface-at ?p ?r) (on ?s ?p) (holding ?f) (not (fed ?s)))
    :effect (and (fed ?s)))
  (:action make-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-at ?r) (surface-at ?b ?r) (hand-empty) (not (made ?b)))
    :effect (and (made ?b)))
  (:action strip-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-at ?r) (surface-at ?b ?r) (hand-empty) (made ?b))
    :effect (and (not (made ?b))))
  (:action sweep
    :parameters (?r - room ?b - broom)
    :precondition (and (robot-at ?r) (holding ?b) (not (swept ?r)))
    :effect (and (swept ?r))))
