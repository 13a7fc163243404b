(define (domain nettlebed_mews)
  (:requirements :strips :typing :negative-preconditions)
  (:types room thing surface closable needy - object
          dish vessel food - thing
          bed - surface
          container - closable
          creature plant - needy)
  (:predicates
    (robot-at ?r - room)
    (adjoins ?a - room ?b - room)
    (found-in ?x - object ?r - room)
    (sink-in ?r - room)
    (on ?t - thing ?s - surface)
    (in ?t - thing ?c - container)
    (carried ?t - thing)
    (nothing-carried)
    (eats ?c - creature ?f - food)
    (dirty ?d - dish)
    (shut ?c - closable)
    (unmade ?b - bed)
    (hungry ?c - creature)
    (thirsty ?n - needy)
    (dark ?r - room)
    (empty ?v - vessel))
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (adjoins ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action pick
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (found-in ?s ?r) (on ?t ?s) (nothing-carried))
    :effect (and (carried ?t) (not (on ?t ?s)) (not (nothing-carried))))
  (:action put
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (found-in ?s ?r) (carried ?t))
    :effect (and (on ?t ?s) (nothing-carried) (not (carried ?t))))
  (:action get-out
    :parameters (?t - thing ?c - container ?r - room)
    :precondition (and (robot-at ?r) (found-in ?c ?r) (in ?t ?c) (not (shut ?c)) (nothing-carried))
    :effect (and (carried ?t) (not (in ?t ?c)) (not (nothing-carried))))
  (:action put-away
    :parameters (?t - thing ?c - container ?r - room)
    :precondition (and (robot-at ?r) (found-in ?c ?r) (carried ?t) (not (shut ?c)))
    :effect (and (in ?t ?c) (nothing-carried) (not (carried ?t))))
  (:action unshut
    :parameters (?c - closable ?r - room)
    :precondition (and (robot-at ?r) (found-in ?c ?r) (shut ?c))
    :effect (not (shut ?c)))
  (:action pull-shut
    :parameters (?c - closable ?r - room)
    :precondition (and (robot-at ?r) (found-in ?c ?r) (not (shut ?c)))
    :effect (shut ?c))
  (:action straighten
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-at ?r) (found-in ?b ?r) (unmade ?b))
    :effect (not (unmade ?b)))
  (:action wash-up
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-at ?r) (sink-in ?r) (carried ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action fill-at-sink
    :parameters (?v - vessel ?r - room)
    :precondition (and (robot-at ?r) (sink-in ?r) (carried ?v) (empty ?v))
    :effect (not (empty ?v)))
  (:action pour-away
    :parameters (?v - vessel ?r - room)
    :precondition (and (robot-at ?r) (sink-in ?r) (carried ?v) (not (empty ?v)))
    :effect (empty ?v))
  (:action give-water
    :parameters (?n - needy ?v - vessel ?r - room)
    :precondition (and (robot-at ?r) (found-in ?n ?r) (carried ?v) (not (empty ?v)) (thirsty ?n))
    :effect (and (empty ?v) (not (thirsty ?n))))
  (:action give-food
    :parameters (?c - creature ?f - food ?r - room)
    :precondition (and (robot-at ?r) (found-in ?c ?r) (carried ?f) (eats ?c ?f) (hungry ?c))
    :effect (and (nothing-carried) (not (carried ?f)) (not (hungry ?c))))
  (:action light-up
    :parameters (?r - room)
    :precondition (and (robot-at ?r) (dark ?r))
    :effect (not (dark ?r)))
  (:action darken
    :parameters (?r - room)
    :precondition (and (robot-at ?r) (not (dark ?r)))
    :effect (dark ?r)))
