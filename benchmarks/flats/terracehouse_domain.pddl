; A terraced house with a yard: kitchen and dining room below, bathroom and bedroom upstairs.
; The robot carries things on a tray, so it can hold more than one.
(define (domain terracehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person wheeled container surface item device - object
    parent teenager - person)
  (:predicates
    ; changed by actions
    (robot-in ?r - room)
    (holding ?i - item)
    (in ?i - item ?c - container)
    (on ?i - item ?s - surface)
    (has ?p - person ?i - item)
    (open ?c - container)
    (switched-on ?d - device)
    (clean ?i - item)
    (awake ?p - person)
    (parked ?w - wheeled ?r - room)
    ; fixed
    (found-in ?x - object ?r - room)
    (washable ?i - item)
    (has-sink ?r - room)
    (step-free ?r - room))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (found-in ?c ?r) (not (open ?c)))
    :effect (open ?c))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (found-in ?c ?r) (open ?c))
    :effect (not (open ?c)))

  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (found-in ?c ?r) (open ?c) (in ?i ?c))
    :effect (and (holding ?i) (not (in ?i ?c))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (found-in ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (not (holding ?i))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (found-in ?s ?r) (on ?i ?s))
    :effect (and (holding ?i) (not (on ?i ?s))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (found-in ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (not (holding ?i))))

  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (found-in ?p ?r) (awake ?p) (holding ?i))
    :effect (and (has ?p ?i) (not (holding ?i))))
  (:action take-back
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (found-in ?p ?r) (has ?p ?i))
    :effect (and (holding ?i) (not (has ?p ?i))))

  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (found-in ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (found-in ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))

  (:action wash
    :parameters (?i - item ?r - room)
    :precondition (and (robot-in ?r) (has-sink ?r) (holding ?i) (washable ?i) (not (clean ?i)))
    :effect (clean ?i))

  (:action wake
    :parameters (?p - person ?r - room)
    :precondition (and (robot-in ?r) (found-in ?p ?r) (not (awake ?p)))
    :effect (awake ?p))
  (:action sing-to-sleep
    :parameters (?p - person ?r - room)
    :precondition (and (robot-in ?r) (found-in ?p ?r) (awake ?p))
    :effect (not (awake ?p)))

  (:action wheel
    :parameters (?w - wheeled ?from - room ?to - room)
    :precondition (and (robot-in ?from) (parked ?w ?from) (step-free ?from) (step-free ?to))
    :effect (and (not (parked ?w ?from)) (parked ?w ?to)
                 (not (robot-in ?from)) (robot-in ?to)))
)
