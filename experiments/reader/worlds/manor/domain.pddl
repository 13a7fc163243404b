(define (domain manor)
  (:requirements :strips :typing :negative-preconditions)
  (:types room hearth luminaire door item - object
          silverware firewood - item)
  (:predicates
    (stored-in ?i - item ?r - room)
    (carried ?i - item)
    (hands-free)
    (alight ?h - hearth)
    (laid ?h - hearth)
    (swept ?h - hearth)
    (illuminated ?l - luminaire)
    (bolted ?d - door)
    (ajar ?d - door)
    (tarnished ?s - silverware))
  (:action take-from
    :parameters (?i - item ?r - room)
    :precondition (and (stored-in ?i ?r) (hands-free))
    :effect (and (carried ?i) (not (stored-in ?i ?r)) (not (hands-free))))
  (:action deposit
    :parameters (?i - item ?r - room)
    :precondition (carried ?i)
    :effect (and (stored-in ?i ?r) (hands-free) (not (carried ?i))))
  (:action lay
    :parameters (?h - hearth ?f - firewood)
    :precondition (and (carried ?f) (swept ?h) (not (laid ?h)) (not (alight ?h)))
    :effect (and (laid ?h) (hands-free) (not (carried ?f))))
  (:action kindle
    :parameters (?h - hearth)
    :precondition (and (laid ?h) (not (alight ?h)))
    :effect (alight ?h))
  (:action extinguish
    :parameters (?h - hearth)
    :precondition (alight ?h)
    :effect (and (not (alight ?h)) (not (laid ?h)) (not (swept ?h))))
  (:action sweep
    :parameters (?h - hearth)
    :precondition (and (not (alight ?h)) (not (laid ?h)) (not (swept ?h)) (hands-free))
    :effect (swept ?h))
  (:action illuminate
    :parameters (?l - luminaire)
    :precondition (not (illuminated ?l))
    :effect (illuminated ?l))
  (:action douse
    :parameters (?l - luminaire)
    :precondition (illuminated ?l)
    :effect (not (illuminated ?l)))
  (:action bolt
    :parameters (?d - door)
    :precondition (and (not (bolted ?d)) (not (ajar ?d)))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - door)
    :precondition (bolted ?d)
    :effect (not (bolted ?d)))
  (:action open-door
    :parameters (?d - door)
    :precondition (and (not (bolted ?d)) (not (ajar ?d)))
    :effect (ajar ?d))
  (:action close-door
    :parameters (?d - door)
    :precondition (ajar ?d)
    :effect (not (ajar ?d)))
  (:action burnish
    :parameters (?s - silverware)
    :precondition (and (carried ?s) (tarnished ?s))
    :effect (not (tarnished ?s))))
