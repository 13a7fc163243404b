(define (domain schoolhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types room place item lamp - object
          surface container - place
          food dish - item)
  (:predicates
    (robot-at ?r - room)
    (located ?p - place ?r - room)
    (lamp-at ?l - lamp ?r - room)
    (has-sink ?r - room)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (open ?c - container)
    (lit ?l - lamp)
    (clean ?d - dish)
    (holding ?i - item)
    (hand-empty))
  (:action move
    :parameters (?from ?to - room)
    :precondition (robot-at ?from)
    :effect (and (not (robot-at ?from)) (robot-at ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (inside ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (inside ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (hand-empty) (not (open ?c)))
    :effect (open ?c))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (hand-empty) (open ?c))
    :effect (not (open ?c)))
  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (lamp-at ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (lamp-at ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d)))
