(define (domain lindenhof_lounge)
  (:requirements :strips :typing :negative-preconditions)
  (:types spot resident object-small device window - object
          book blanket - object-small)
  (:predicates
    (near ?s - spot)
    (gripped ?o - object-small)
    (grip-idle)
    (placed ?o - object-small ?s - spot)
    (in-lap ?o - object-small ?p - resident)
    (seated ?p - resident ?s - spot)
    (off ?d - device)
    (fixed-at ?d - device ?s - spot)
    (folded ?b - blanket)
    (marked ?b - book)
    (ajar ?w - window)
    (window-by ?w - window ?s - spot))
  (:action roll
    :parameters (?a - spot ?b - spot)
    :precondition (and (near ?a) (not (near ?b)))
    :effect (and (near ?b) (not (near ?a))))
  (:action grip
    :parameters (?o - object-small ?s - spot)
    :precondition (and (near ?s) (placed ?o ?s) (grip-idle))
    :effect (and (gripped ?o) (not (placed ?o ?s)) (not (grip-idle))))
  (:action release
    :parameters (?o - object-small ?s - spot)
    :precondition (and (near ?s) (gripped ?o))
    :effect (and (placed ?o ?s) (grip-idle) (not (gripped ?o))))
  (:action lay-in-lap
    :parameters (?o - object-small ?p - resident ?s - spot)
    :precondition (and (near ?s) (seated ?p ?s) (gripped ?o))
    :effect (and (in-lap ?o ?p) (grip-idle) (not (gripped ?o))))
  (:action take-from-lap
    :parameters (?o - object-small ?p - resident ?s - spot)
    :precondition (and (near ?s) (seated ?p ?s) (in-lap ?o ?p) (grip-idle))
    :effect (and (gripped ?o) (not (in-lap ?o ?p)) (not (grip-idle))))
  (:action switch-on
    :parameters (?d - device ?s - spot)
    :precondition (and (near ?s) (fixed-at ?d ?s) (off ?d))
    :effect (not (off ?d)))
  (:action switch-off
    :parameters (?d - device ?s - spot)
    :precondition (and (near ?s) (fixed-at ?d ?s) (not (off ?d)))
    :effect (off ?d))
  (:action fold
    :parameters (?b - blanket)
    :precondition (and (gripped ?b) (not (folded ?b)))
    :effect (folded ?b))
  (:action spread
    :parameters (?b - blanket)
    :precondition (and (gripped ?b) (folded ?b))
    :effect (not (folded ?b)))
  (:action mark-page
    :parameters (?b - book)
    :precondition (and (gripped ?b) (not (marked ?b)))
    :effect (marked ?b))
  (:action push-open
    :parameters (?w - window ?s - spot)
    :precondition (and (near ?s) (window-by ?w ?s) (not (ajar ?w)))
    :effect (ajar ?w))
  (:action pull-shut
    :parameters (?w - window ?s - spot)
    :precondition (and (near ?s) (window-by ?w ?s) (ajar ?w))
    :effect (not (ajar ?w)))
)
