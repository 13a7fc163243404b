(define (domain pellew_court)
  (:requirements :strips :typing :negative-preconditions)
  (:types room door light person place item - object
          surface hook - place
          key - item)
  (:predicates
    (robot-in ?r - room)
    (leads ?d - door ?from - room ?to - room)
    (beside ?d - door ?r - room)
    (has-bolt ?d - door)
    (ajar ?d - door)
    (locked ?d - door)
    (bolted ?d - door)
    (fits ?k - key ?d - door)
    (located ?p - place ?r - room)
    (stays-in ?p - person ?r - room)
    (lights ?l - light ?r - room)
    (lit ?l - light)
    (lies-on ?i - item ?s - surface)
    (hangs ?k - key ?h - hook)
    (with ?i - item ?p - person)
    (carrying ?i - item)
    (hand-free))
  (:action go
    :parameters (?d - door ?from - room ?to - room)
    :precondition (and (robot-in ?from) (leads ?d ?from ?to) (ajar ?d))
    :effect (and (robot-in ?to) (not (robot-in ?from))))
  (:action open-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (beside ?d ?r) (not (ajar ?d)) (not (locked ?d)) (not (bolted ?d)))
    :effect (ajar ?d))
  (:action shut-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (beside ?d ?r) (ajar ?d))
    :effect (not (ajar ?d)))
  (:action lock
    :parameters (?d - door ?k - key ?r - room)
    :precondition (and (robot-in ?r) (beside ?d ?r) (carrying ?k) (fits ?k ?d) (not (ajar ?d)) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?k - key ?r - room)
    :precondition (and (robot-in ?r) (beside ?d ?r) (carrying ?k) (fits ?k ?d) (locked ?d))
    :effect (not (locked ?d)))
  (:action shoot-bolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (beside ?d ?r) (has-bolt ?d) (not (ajar ?d)) (not (bolted ?d)))
    :effect (bolted ?d))
  (:action draw-bolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (beside ?d ?r) (bolted ?d))
    :effect (not (bolted ?d)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (lies-on ?i ?s) (hand-free))
    :effect (and (carrying ?i) (not (lies-on ?i ?s)) (not (hand-free))))
  (:action set-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (carrying ?i))
    :effect (and (lies-on ?i ?s) (hand-free) (not (carrying ?i))))
  (:action unhook
    :parameters (?k - key ?h - hook ?r - room)
    :precondition (and (robot-in ?r) (located ?h ?r) (hangs ?k ?h) (hand-free))
    :effect (and (carrying ?k) (not (hangs ?k ?h)) (not (hand-free))))
  (:action hang-up
    :parameters (?k - key ?h - hook ?r - room)
    :precondition (and (robot-in ?r) (located ?h ?r) (carrying ?k))
    :effect (and (hangs ?k ?h) (hand-free) (not (carrying ?k))))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (stays-in ?p ?r) (carrying ?i))
    :effect (and (with ?i ?p) (hand-free) (not (carrying ?i))))
  (:action take-from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (stays-in ?p ?r) (with ?i ?p) (hand-free))
    :effect (and (carrying ?i) (not (with ?i ?p)) (not (hand-free))))
  (:action switch-on
    :parameters (?l - light ?r - room)
    :precondition (and (robot-in ?r) (lights ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch-off
    :parameters (?l - light ?r - room)
    :precondition (and (robot-in ?r) (lights ?l ?r) (lit ?l))
    :effect (not (lit ?l))))
