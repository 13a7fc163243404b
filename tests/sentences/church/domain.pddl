; A verger's robot in a parish church.
(define (domain parish-church)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    candle bell door pipe-organ book spot room - object)
  (:predicates
    (lit ?c - candle)
    (rung ?b - bell)
    (cracked ?b - bell)
    (open ?d - door)
    (locked ?d - door)
    (outer ?d - door)
    (blowing ?o - pipe-organ)
    (lies-on ?b - book ?s - spot)
    (carrying ?b - book)
    (hands-empty)
    (swept ?r - room))

  (:action light
    :parameters (?c - candle)
    :precondition (not (lit ?c))
    :effect (lit ?c))

  (:action snuff
    :parameters (?c - candle)
    :precondition (lit ?c)
    :effect (not (lit ?c)))

  (:action ring
    :parameters (?b - bell)
    :precondition (and)
    :effect (rung ?b))

  (:action open-door
    :parameters (?d - door)
    :precondition (and (not (open ?d)) (not (locked ?d)))
    :effect (open ?d))

  (:action close-door
    :parameters (?d - door)
    :precondition (open ?d)
    :effect (not (open ?d)))

  (:action lock-door
    :parameters (?d - door)
    :precondition (and (not (open ?d)) (not (locked ?d)))
    :effect (locked ?d))

  (:action unlock-door
    :parameters (?d - door)
    :precondition (locked ?d)
    :effect (not (locked ?d)))

  (:action take-up
    :parameters (?b - book ?s - spot)
    :precondition (and (hands-empty) (lies-on ?b ?s))
    :effect (and (carrying ?b) (not (hands-empty)) (not (lies-on ?b ?s))))

  (:action lay-down
    :parameters (?b - book ?s - spot)
    :precondition (carrying ?b)
    :effect (and (lies-on ?b ?s) (hands-empty) (not (carrying ?b))))

  (:action sweep
    :parameters (?r - room)
    :precondition (not (swept ?r))
    :effect (swept ?r))

  (:action start-blower
    :parameters (?o - pipe-organ)
    :precondition (not (blowing ?o))
    :effect (blowing ?o))

  (:action stop-blower
    :parameters (?o - pipe-organ)
    :precondition (blowing ?o)
    :effect (not (blowing ?o))))
