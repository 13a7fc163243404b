(define (domain ashgrove_dining)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    cabinet surface chair candle person hand ware - object
    plate glass silver crock - ware)
  (:predicates
    (contains ?c - cabinet ?i - ware)
    (upon ?i - ware ?s - surface)
    (held_by ?h - hand ?i - ware)
    (idle ?h - hand)
    (bolted ?c - cabinet)
    (ajar ?c - cabinet)
    (alight ?c - candle)
    (tarnished ?s - silver)
    (pulled_out ?ch - chair)
    (taken ?ch - chair)
    (on_feet ?p - person)
    (seated ?p - person ?ch - chair)
    (set_before ?ch - chair ?i - ware))
  (:action take_out
    :parameters (?h - hand ?i - ware ?c - cabinet)
    :precondition (and (idle ?h) (ajar ?c) (contains ?c ?i))
    :effect (and (held_by ?h ?i) (not (idle ?h)) (not (contains ?c ?i))))
  (:action put_away
    :parameters (?h - hand ?i - ware ?c - cabinet)
    :precondition (and (held_by ?h ?i) (ajar ?c))
    :effect (and (contains ?c ?i) (idle ?h) (not (held_by ?h ?i))))
  (:action pick_up
    :parameters (?h - hand ?i - ware ?s - surface)
    :precondition (and (idle ?h) (upon ?i ?s))
    :effect (and (held_by ?h ?i) (not (idle ?h)) (not (upon ?i ?s))))
  (:action put_down
    :parameters (?h - hand ?i - ware ?s - surface)
    :precondition (held_by ?h ?i)
    :effect (and (upon ?i ?s) (idle ?h) (not (held_by ?h ?i))))
  (:action lay
    :parameters (?h - hand ?i - ware ?ch - chair)
    :precondition (held_by ?h ?i)
    :effect (and (set_before ?ch ?i) (idle ?h) (not (held_by ?h ?i))))
  (:action swing_open
    :parameters (?c - cabinet)
    :precondition (and (not (ajar ?c)) (not (bolted ?c)))
    :effect (ajar ?c))
  (:action swing_shut
    :parameters (?c - cabinet)
    :precondition (ajar ?c)
    :effect (not (ajar ?c)))
  (:action unbolt
    :parameters (?c - cabinet)
    :precondition (bolted ?c)
    :effect (not (bolted ?c)))
  (:action light
    :parameters (?c - candle)
    :precondition (not (alight ?c))
    :effect (alight ?c))
  (:action snuff
    :parameters (?c - candle)
    :precondition (alight ?c)
    :effect (not (alight ?c)))
  (:action polish
    :parameters (?s - silver ?h - hand)
    :precondition (and (held_by ?h ?s) (tarnished ?s))
    :effect (not (tarnished ?s)))
  (:action pull_out
    :parameters (?ch - chair)
    :precondition (not (pulled_out ?ch))
    :effect (pulled_out ?ch))
  (:action push_in
    :parameters (?ch - chair)
    :precondition (and (pulled_out ?ch) (not (taken ?ch)))
    :effect (not (pulled_out ?ch)))
  (:action usher
    :parameters (?p - person ?ch - chair)
    :precondition (and (on_feet ?p) (pulled_out ?ch) (not (taken ?ch)))
    :effect (and (seated ?p ?ch) (taken ?ch) (not (on_feet ?p))))
)
