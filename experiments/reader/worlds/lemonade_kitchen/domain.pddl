(define (domain lemonade_kitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing spot lamp gadget - object
          food drink dish - thing
          box top - spot)
  (:predicates
    (in ?t - thing ?b - box)
    (on ?t - thing ?s - top)
    (holding ?t - thing)
    (free-hand)
    (open ?b - box)
    (dirty ?d - dish)
    (sliced ?f - food)
    (lit ?l - lamp)
    (running ?g - gadget))
  (:action grab
    :parameters (?t - thing ?s - top)
    :precondition (and (on ?t ?s) (free-hand))
    :effect (and (holding ?t) (not (on ?t ?s)) (not (free-hand))))
  (:action set-down
    :parameters (?t - thing ?s - top)
    :precondition (holding ?t)
    :effect (and (on ?t ?s) (free-hand) (not (holding ?t))))
  (:action take-out
    :parameters (?t - thing ?b - box)
    :precondition (and (in ?t ?b) (open ?b) (free-hand))
    :effect (and (holding ?t) (not (in ?t ?b)) (not (free-hand))))
  (:action put-in
    :parameters (?t - thing ?b - box)
    :precondition (and (holding ?t) (open ?b))
    :effect (and (in ?t ?b) (free-hand) (not (holding ?t))))
  (:action open-up
    :parameters (?b - box)
    :precondition (and (not (open ?b)) (free-hand))
    :effect (open ?b))
  (:action close-up
    :parameters (?b - box)
    :precondition (and (open ?b) (free-hand))
    :effect (not (open ?b)))
  (:action wash
    :parameters (?d - dish)
    :precondition (and (holding ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action slice
    :parameters (?f - food ?s - top)
    :precondition (and (on ?f ?s) (not (sliced ?f)) (free-hand))
    :effect (sliced ?f))
  (:action light
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (lit ?l))
  (:action douse
    :parameters (?l - lamp)
    :precondition (lit ?l)
    :effect (not (lit ?l)))
  (:action start
    :parameters (?g - gadget)
    :precondition (not (running ?g))
    :effect (running ?g))
  (:action stop
    :parameters (?g - gadget)
    :precondition (running ?g)
    :effect (not (running ?g))))
