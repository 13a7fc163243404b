(define (domain willowbank_rm12)
  (:requirements :strips :typing :negative-preconditions)
  (:types place openable thing elec bedpart - object
          store curtain - openable
          blanket vase aid - thing)
  (:predicates
    (location ?p - place ?x - thing)
    (within ?s - store ?x - thing)
    (shut ?o - openable)
    (on ?e - elec)
    (raised ?b - bedpart)
    (folded ?t - blanket)
    (dry ?v - vase)
    (flat_batt ?a - aid)
    (with_ivy ?x - thing)
    (held ?x - thing)
    (hand_busy))
  (:action take
    :parameters (?p - place ?x - thing)
    :precondition (and (location ?p ?x) (not (hand_busy)))
    :effect (and (held ?x) (hand_busy) (not (location ?p ?x))))
  (:action put
    :parameters (?p - place ?x - thing)
    :precondition (held ?x)
    :effect (and (location ?p ?x) (not (held ?x)) (not (hand_busy))))
  (:action pull_out
    :parameters (?s - store ?x - thing)
    :precondition (and (within ?s ?x) (not (shut ?s)) (not (hand_busy)))
    :effect (and (held ?x) (hand_busy) (not (within ?s ?x))))
  (:action tuck_in
    :parameters (?s - store ?x - thing)
    :precondition (and (held ?x) (not (shut ?s)))
    :effect (and (within ?s ?x) (not (held ?x)) (not (hand_busy))))
  (:action hand_to_ivy
    :parameters (?x - thing)
    :precondition (held ?x)
    :effect (and (with_ivy ?x) (not (held ?x)) (not (hand_busy))))
  (:action open_up
    :parameters (?o - openable)
    :precondition (shut ?o)
    :effect (not (shut ?o)))
  (:action push_to
    :parameters (?o - openable)
    :precondition (not (shut ?o))
    :effect (shut ?o))
  (:action press_switch_on
    :parameters (?e - elec)
    :precondition (not (on ?e))
    :effect (on ?e))
  (:action press_switch_off
    :parameters (?e - elec)
    :precondition (on ?e)
    :effect (not (on ?e)))
  (:action crank_up
    :parameters (?b - bedpart)
    :precondition (not (raised ?b))
    :effect (raised ?b))
  (:action crank_down
    :parameters (?b - bedpart)
    :precondition (raised ?b)
    :effect (not (raised ?b)))
  (:action fold
    :parameters (?t - blanket)
    :precondition (and (held ?t) (not (folded ?t)))
    :effect (folded ?t))
  (:action refill
    :parameters (?v - vase)
    :precondition (dry ?v)
    :effect (not (dry ?v)))
  (:action change_batt
    :parameters (?a - aid)
    :precondition (and (held ?a) (flat_batt ?a))
    :effect (not (flat_batt ?a))))
