(define (domain summer-cottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types spot gear bedding opening curtain lantern stove)
  (:predicates
    (at_place ?s - spot ?g - gear)
    (unlatched ?o - opening)
    (drawn ?c - curtain)
    (lit ?x - lantern)
    (burning ?s - stove)
    (wood_at ?s - stove)
    (made ?b - bedding)
    (sandy ?s - spot)
    (filled ?g - gear)
    (holds_water ?g - gear))
  (:action bring
    :parameters (?g - gear ?from - spot ?to - spot)
    :precondition (and (at_place ?from ?g) (not (at_place ?to ?g)))
    :effect (and (at_place ?to ?g) (not (at_place ?from ?g))))
  (:action unlatch
    :parameters (?o - opening)
    :precondition (not (unlatched ?o))
    :effect (unlatched ?o))
  (:action latch
    :parameters (?o - opening)
    :precondition (unlatched ?o)
    :effect (not (unlatched ?o)))
  (:action draw
    :parameters (?c - curtain)
    :precondition (not (drawn ?c))
    :effect (drawn ?c))
  (:action draw_back
    :parameters (?c - curtain)
    :precondition (drawn ?c)
    :effect (not (drawn ?c)))
  (:action light
    :parameters (?x - lantern)
    :precondition (not (lit ?x))
    :effect (lit ?x))
  (:action blow_out
    :parameters (?x - lantern)
    :precondition (lit ?x)
    :effect (not (lit ?x)))
  (:action lay_wood
    :parameters (?s - stove)
    :precondition (not (wood_at ?s))
    :effect (wood_at ?s))
  (:action fire_up
    :parameters (?s - stove)
    :precondition (and (wood_at ?s) (not (burning ?s)))
    :effect (burning ?s))
  (:action damp_down
    :parameters (?s - stove)
    :precondition (burning ?s)
    :effect (not (burning ?s)))
  (:action make_bed
    :parameters (?b - bedding)
    :precondition (not (made ?b))
    :effect (made ?b))
  (:action sweep
    :parameters (?s - spot)
    :precondition (sandy ?s)
    :effect (not (sandy ?s)))
  (:action fill
    :parameters (?g - gear)
    :precondition (and (holds_water ?g) (not (filled ?g)))
    :effect (filled ?g))
  (:action pour_out
    :parameters (?g - gear)
    :precondition (filled ?g)
    :effect (not (filled ?g))))
