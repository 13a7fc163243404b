(define (domain pergola_five)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    robot room carryable fitting person - object
    chest lamp window plant dock furniture - fitting)
  (:predicates
    (doorway ?a - room ?b - room)
    (stands-in ?f - fitting ?r - room)
    (seated-in ?p - person ?r - room)
    (at ?bot - robot ?r - room)
    (lies-in ?r - room ?x - carryable)
    (kept-in ?x - carryable ?c - chest)
    (carrying ?bot - robot ?x - carryable)
    (unladen ?bot - robot)
    (brought ?x - carryable ?p - person)
    (lid-up ?c - chest)
    (lit ?l - lamp)
    (window-shut ?w - window)
    (parched ?p - plant)
    (can-for-water ?x - carryable)
    (docked ?bot - robot))
  (:action roll
    :parameters (?bot - robot ?a - room ?b - room)
    :precondition (and (at ?bot ?a) (doorway ?a ?b) (not (docked ?bot)))
    :effect (and (at ?bot ?b) (not (at ?bot ?a))))
  (:action lift
    :parameters (?bot - robot ?x - carryable ?r - room)
    :precondition (and (at ?bot ?r) (lies-in ?r ?x) (unladen ?bot))
    :effect (and (carrying ?bot ?x) (not (lies-in ?r ?x)) (not (unladen ?bot))))
  (:action drop-off
    :parameters (?bot - robot ?x - carryable ?r - room)
    :precondition (and (at ?bot ?r) (carrying ?bot ?x))
    :effect (and (lies-in ?r ?x) (unladen ?bot) (not (carrying ?bot ?x))))
  (:action take-from-chest
    :parameters (?bot - robot ?x - carryable ?c - chest ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?c ?r) (lid-up ?c) (kept-in ?x ?c) (unladen ?bot))
    :effect (and (carrying ?bot ?x) (not (kept-in ?x ?c)) (not (unladen ?bot))))
  (:action put-in-chest
    :parameters (?bot - robot ?x - carryable ?c - chest ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?c ?r) (lid-up ?c) (carrying ?bot ?x))
    :effect (and (kept-in ?x ?c) (unladen ?bot) (not (carrying ?bot ?x))))
  (:action raise-lid
    :parameters (?bot - robot ?c - chest ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?c ?r) (not (lid-up ?c)))
    :effect (lid-up ?c))
  (:action lower-lid
    :parameters (?bot - robot ?c - chest ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?c ?r) (lid-up ?c))
    :effect (not (lid-up ?c)))
  (:action bring
    :parameters (?bot - robot ?x - carryable ?p - person ?r - room)
    :precondition (and (at ?bot ?r) (seated-in ?p ?r) (carrying ?bot ?x))
    :effect (and (brought ?x ?p) (unladen ?bot) (not (carrying ?bot ?x))))
  (:action light
    :parameters (?bot - robot ?l - lamp ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action unlight
    :parameters (?bot - robot ?l - lamp ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action shut-window
    :parameters (?bot - robot ?w - window ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?w ?r) (not (window-shut ?w)))
    :effect (window-shut ?w))
  (:action open-window
    :parameters (?bot - robot ?w - window ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?w ?r) (window-shut ?w))
    :effect (not (window-shut ?w)))
  (:action water
    :parameters (?bot - robot ?p - plant ?x - carryable ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?p ?r) (can-for-water ?x) (carrying ?bot ?x) (parched ?p))
    :effect (not (parched ?p)))
  (:action dock
    :parameters (?bot - robot ?d - dock ?r - room)
    :precondition (and (at ?bot ?r) (stands-in ?d ?r) (not (docked ?bot)))
    :effect (docked ?bot)))
