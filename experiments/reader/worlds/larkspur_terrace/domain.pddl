(define (domain larkspur_terrace)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person item surface chest electric curtains door - object
          cup toy bag - item)
  (:predicates
    (robot-in ?r - room)
    (leads-to ?a - room ?b - room)
    (stands-in ?o - object ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - chest)
    (got ?p - person ?i - item)
    (carrying ?i - item)
    (hand-free)
    (open ?c - chest)
    (turned-on ?e - electric)
    (drawn ?c - curtains)
    (dirty ?c - cup)
    (has-tap ?r - room)
    (bolted ?d - door))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (leads-to ?a ?b))
    :effect (and (not (robot-in ?a)) (robot-in ?b)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (carrying ?i) (not (hand-free)) (not (on ?i ?s))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?s ?r) (carrying ?i))
    :effect (and (on ?i ?s) (hand-free) (not (carrying ?i))))
  (:action take-out
    :parameters (?i - item ?c - chest ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?c ?r) (open ?c) (in ?i ?c) (hand-free))
    :effect (and (carrying ?i) (not (hand-free)) (not (in ?i ?c))))
  (:action put-in
    :parameters (?i - item ?c - chest ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?c ?r) (open ?c) (carrying ?i))
    :effect (and (in ?i ?c) (hand-free) (not (carrying ?i))))
  (:action open-chest
    :parameters (?c - chest ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?c ?r) (not (open ?c)))
    :effect (open ?c))
  (:action close-chest
    :parameters (?c - chest ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?c ?r) (open ?c))
    :effect (not (open ?c)))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?p ?r) (carrying ?i))
    :effect (and (got ?p ?i) (hand-free) (not (carrying ?i))))
  (:action switch-on
    :parameters (?e - electric ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?e ?r) (not (turned-on ?e)))
    :effect (turned-on ?e))
  (:action switch-off
    :parameters (?e - electric ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?e ?r) (turned-on ?e))
    :effect (not (turned-on ?e)))
  (:action draw-curtains
    :parameters (?c - curtains ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?c ?r) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action pull-back-curtains
    :parameters (?c - curtains ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?c ?r) (drawn ?c))
    :effect (not (drawn ?c)))
  (:action rinse
    :parameters (?c - cup ?r - room)
    :precondition (and (robot-in ?r) (has-tap ?r) (carrying ?c) (dirty ?c))
    :effect (not (dirty ?c)))
  (:action bolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?d ?r) (not (bolted ?d)))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?d ?r) (bolted ?d))
    :effect (not (bolted ?d))))
