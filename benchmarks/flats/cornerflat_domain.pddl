(define (domain cornerflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person fixture item - object
          surface container opening device - fixture
          dish food tortoise - item)
  (:predicates
    (in-room ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (has ?p - person ?i - item)
    (holding ?i - item)
    (hand-empty)
    (openable ?f - fixture)
    (open ?f - fixture)
    (locked ?o - opening)
    (lockable ?o - opening)
    (switchable ?f - fixture)
    (turned-on ?f - fixture)
    (dirty ?x - object)
    (fed ?t - tortoise))
  (:action pick-up
    :parameters (?i - item ?s - surface)
    :precondition (and (hand-empty) (on ?i ?s))
    :effect (and (holding ?i) (not (hand-empty)) (not (on ?i ?s))))
  (:action put-on
    :parameters (?i - item ?s - surface)
    :precondition (and (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container)
    :precondition (and (hand-empty) (in ?i ?c) (open ?c))
    :effect (and (holding ?i) (not (hand-empty)) (not (in ?i ?c))))
  (:action put-in
    :parameters (?i - item ?c - container)
    :precondition (and (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action hand-to
    :parameters (?i - item ?p - person)
    :precondition (and (holding ?i))
    :effect (and (has ?p ?i) (hand-empty) (not (holding ?i))))
  (:action take-from
    :parameters (?i - item ?p - person)
    :precondition (and (hand-empty) (has ?p ?i))
    :effect (and (holding ?i) (not (hand-empty)) (not (has ?p ?i))))
  (:action open-up
    :parameters (?c - container)
    :precondition (and (openable ?c) (not (open ?c)) (not (turned-on ?c)))
    :effect (and (open ?c)))
  (:action open-opening
    :parameters (?o - opening)
    :precondition (and (openable ?o) (not (open ?o)) (not (locked ?o)))
    :effect (and (open ?o)))
  (:action close-up
    :parameters (?f - fixture)
    :precondition (and (openable ?f) (open ?f))
    :effect (and (not (open ?f))))
  (:action lock-up
    :parameters (?o - opening)
    :precondition (and (lockable ?o) (not (open ?o)) (not (locked ?o)))
    :effect (and (locked ?o)))
  (:action unlock
    :parameters (?o - opening)
    :precondition (and (lockable ?o) (locked ?o))
    :effect (and (not (locked ?o))))
  (:action switch-on
    :parameters (?f - fixture)
    :precondition (and (switchable ?f) (not (turned-on ?f)) (not (open ?f)))
    :effect (and (turned-on ?f)))
  (:action switch-off
    :parameters (?f - fixture)
    :precondition (and (switchable ?f) (turned-on ?f))
    :effect (and (not (turned-on ?f))))
  (:action wash-up
    :parameters (?d - dish)
    :precondition (and (holding ?d) (dirty ?d))
    :effect (and (not (dirty ?d))))
  (:action wipe
    :parameters (?s - surface)
    :precondition (and (hand-empty) (dirty ?s))
    :effect (and (not (dirty ?s))))
  (:action feed
    :parameters (?t - tortoise ?f - food)
    :precondition (and (holding ?f) (not (fed ?t)))
    :effect (and (fed ?t))))
