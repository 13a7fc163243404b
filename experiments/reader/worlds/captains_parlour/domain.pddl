(define (domain captains_parlour)
  (:requirements :strips :typing :negative-preconditions)
  (:types room place item door hearth - object
          silver glass napkin candle jug cap - item)
  (:predicates
    (bot ?r - room)
    (place-in ?p - place ?r - room)
    (door-of ?d - door ?r - room)
    (hearth-of ?h - hearth ?r - room)
    (tap-in ?r - room)
    (item-at ?i - item ?p - place)
    (held ?i - item)
    (grip-empty)
    (lit ?c - candle)
    (polished ?s - silver)
    (brimful ?j - jug)
    (bolted ?d - door)
    (stoked ?h - hearth)
    (spotless ?r - room))
  (:action walk
    :parameters (?a ?b - room)
    :precondition (and (bot ?a) (not (bot ?b)))
    :effect (and (bot ?b) (not (bot ?a))))
  (:action take
    :parameters (?i - item ?p - place ?r - room)
    :precondition (and (bot ?r) (place-in ?p ?r) (item-at ?i ?p) (grip-empty))
    :effect (and (held ?i) (not (item-at ?i ?p)) (not (grip-empty))))
  (:action place
    :parameters (?i - item ?p - place ?r - room)
    :precondition (and (bot ?r) (place-in ?p ?r) (held ?i))
    :effect (and (item-at ?i ?p) (grip-empty) (not (held ?i))))
  (:action light
    :parameters (?c - candle ?p - place ?r - room)
    :precondition (and (bot ?r) (place-in ?p ?r) (item-at ?c ?p) (not (lit ?c)))
    :effect (lit ?c))
  (:action snuff
    :parameters (?c - candle ?p - place ?r - room)
    :precondition (and (bot ?r) (place-in ?p ?r) (item-at ?c ?p) (lit ?c))
    :effect (not (lit ?c)))
  (:action polish
    :parameters (?s - silver)
    :precondition (and (held ?s) (not (polished ?s)))
    :effect (polished ?s))
  (:action fill-jug
    :parameters (?j - jug ?r - room)
    :precondition (and (held ?j) (bot ?r) (tap-in ?r) (not (brimful ?j)))
    :effect (brimful ?j))
  (:action pour-away
    :parameters (?j - jug ?r - room)
    :precondition (and (held ?j) (bot ?r) (tap-in ?r) (brimful ?j))
    :effect (not (brimful ?j)))
  (:action bolt
    :parameters (?d - door ?r - room)
    :precondition (and (bot ?r) (door-of ?d ?r) (not (bolted ?d)))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - door ?r - room)
    :precondition (and (bot ?r) (door-of ?d ?r) (bolted ?d))
    :effect (not (bolted ?d)))
  (:action stoke
    :parameters (?h - hearth ?r - room)
    :precondition (and (bot ?r) (hearth-of ?h ?r) (not (stoked ?h)))
    :effect (stoked ?h))
  (:action mop
    :parameters (?r - room)
    :precondition (and (bot ?r) (grip-empty) (not (spotless ?r)))
    :effect (spotless ?r)))
