(define (domain mill_kitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing box surface floor vessel - object
          dish food - thing)
  (:predicates
    (in ?t - thing ?b - box)
    (on ?t - thing ?s - surface)
    (closed ?b - box)
    (doored ?b - box)
    (dirty ?d - dish)
    (wet ?d - dish)
    (carrying ?t - thing)
    (hand-free)
    (swept ?f - floor)
    (filled ?v - vessel))
  (:action lift
    :parameters (?t - thing ?s - surface)
    :precondition (and (on ?t ?s) (hand-free))
    :effect (and (carrying ?t) (not (on ?t ?s)) (not (hand-free))))
  (:action fetch
    :parameters (?t - thing ?b - box)
    :precondition (and (in ?t ?b) (hand-free) (not (closed ?b)))
    :effect (and (carrying ?t) (not (in ?t ?b)) (not (hand-free))))
  (:action set-down
    :parameters (?t - thing ?s - surface)
    :precondition (carrying ?t)
    :effect (and (on ?t ?s) (hand-free) (not (carrying ?t))))
  (:action stow
    :parameters (?t - thing ?b - box)
    :precondition (and (carrying ?t) (not (closed ?b)))
    :effect (and (in ?t ?b) (hand-free) (not (carrying ?t))))
  (:action open-door
    :parameters (?b - box)
    :precondition (and (doored ?b) (closed ?b))
    :effect (not (closed ?b)))
  (:action close-door
    :parameters (?b - box)
    :precondition (and (doored ?b) (not (closed ?b)))
    :effect (closed ?b))
  (:action scrub
    :parameters (?d - dish)
    :precondition (and (carrying ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action wipe-dry
    :parameters (?d - dish)
    :precondition (and (carrying ?d) (wet ?d) (not (dirty ?d)))
    :effect (not (wet ?d)))
  (:action sweep-up
    :parameters (?f - floor)
    :precondition (and (hand-free) (not (swept ?f)))
    :effect (swept ?f))
  (:action fill-up
    :parameters (?v - vessel)
    :precondition (and (hand-free) (not (filled ?v)))
    :effect (filled ?v)))
