(define (domain northside)
  (:requirements :strips :typing :negative-preconditions)
  (:types room place item plant lamp window - object
          surface container - place
          dish - item)
  (:predicates
    (robot-in ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-empty)
    (open ?c - container)
    (window-open ?w - window)
    (lit ?l - lamp)
    (watered ?p - plant)
    (clean ?d - dish)
    (place-in-room ?p - place ?r - room)
    (plant-in-room ?p - plant ?r - room)
    (lamp-in-room ?l - lamp ?r - room)
    (window-in-room ?w - window ?r - room)
    (has-sink ?r - room))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (place-in-room ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (place-in-room ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (place-in-room ?c ?r) (open ?c) (in ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (place-in-room ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (place-in-room ?c ?r) (not (open ?c)))
    :effect (open ?c))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (place-in-room ?c ?r) (open ?c))
    :effect (not (open ?c)))
  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-in ?r) (window-in-room ?w ?r) (not (window-open ?w)))
    :effect (window-open ?w))
  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-in ?r) (window-in-room ?w ?r) (window-open ?w))
    :effect (not (window-open ?w)))
  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (lamp-in-room ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (lamp-in-room ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-in ?r) (plant-in-room ?p ?r))
    :effect (watered ?p))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-in ?r) (has-sink ?r) (holding ?d))
    :effect (clean ?d)))
