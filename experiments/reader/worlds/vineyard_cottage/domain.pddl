(define (domain vineyard_cottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types place thing hook door fire arm - object
          table crate - place
          coat bottle cloth - thing)
  (:predicates
    (contains ?place - place ?thing - thing)
    (occupied ?hook - hook ?coat - coat)
    (vacant ?hook - hook)
    (holds ?arm - arm ?thing - thing)
    (idle ?arm - arm)
    (corked ?bottle - bottle)
    (bolted ?door - door)
    (covered-by ?table - table ?cloth - cloth)
    (bare ?table - table)
    (sealed ?crate - place)
    (burning ?fire - fire))
  (:action pick-up
    :parameters (?a - arm ?p - place ?t - thing)
    :precondition (and (idle ?a) (contains ?p ?t) (not (sealed ?p)))
    :effect (and (holds ?a ?t) (not (idle ?a)) (not (contains ?p ?t))))
  (:action put-down
    :parameters (?a - arm ?p - place ?t - thing)
    :precondition (and (holds ?a ?t) (not (sealed ?p)))
    :effect (and (contains ?p ?t) (idle ?a) (not (holds ?a ?t))))
  (:action hang
    :parameters (?a - arm ?h - hook ?c - coat)
    :precondition (and (holds ?a ?c) (vacant ?h))
    :effect (and (occupied ?h ?c) (idle ?a) (not (vacant ?h)) (not (holds ?a ?c))))
  (:action unhook
    :parameters (?a - arm ?h - hook ?c - coat)
    :precondition (and (idle ?a) (occupied ?h ?c))
    :effect (and (holds ?a ?c) (vacant ?h) (not (idle ?a)) (not (occupied ?h ?c))))
  (:action uncork
    :parameters (?b - bottle)
    :precondition (corked ?b)
    :effect (not (corked ?b)))
  (:action recork
    :parameters (?b - bottle)
    :precondition (not (corked ?b))
    :effect (corked ?b))
  (:action bolt
    :parameters (?d - door)
    :precondition (not (bolted ?d))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - door)
    :precondition (bolted ?d)
    :effect (not (bolted ?d)))
  (:action spread
    :parameters (?a - arm ?t - table ?c - cloth)
    :precondition (and (holds ?a ?c) (bare ?t))
    :effect (and (covered-by ?t ?c) (idle ?a) (not (bare ?t)) (not (holds ?a ?c))))
  (:action strip
    :parameters (?a - arm ?t - table ?c - cloth)
    :precondition (and (idle ?a) (covered-by ?t ?c))
    :effect (and (holds ?a ?c) (bare ?t) (not (idle ?a)) (not (covered-by ?t ?c))))
  (:action lid-off
    :parameters (?c - crate)
    :precondition (sealed ?c)
    :effect (not (sealed ?c)))
  (:action lid-on
    :parameters (?c - crate)
    :precondition (not (sealed ?c))
    :effect (sealed ?c))
  (:action kindle
    :parameters (?f - fire)
    :precondition (not (burning ?f))
    :effect (burning ?f))
  (:action smother
    :parameters (?f - fire)
    :precondition (burning ?f)
    :effect (not (burning ?f))))
