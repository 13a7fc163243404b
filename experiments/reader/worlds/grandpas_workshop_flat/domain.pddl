(define (domain grandpas-workshop-flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types container surface - spot
          tool stuff - thing
          drawer chest - container
          appliance)
  (:predicates
    (stored_in ?c - container ?t - thing)
    (resting_on ?s - surface ?t - thing)
    (holding ?t - thing)
    (hand_empty)
    (pulled_out ?c - container)
    (locked ?c - container)
    (running ?a - appliance)
    (dusty ?s - surface)
    (is_rag ?t - thing))
  (:action pull_out
    :parameters (?c - container)
    :precondition (and (not (pulled_out ?c)) (not (locked ?c)))
    :effect (pulled_out ?c))
  (:action push_shut
    :parameters (?c - container)
    :precondition (pulled_out ?c)
    :effect (not (pulled_out ?c)))
  (:action lock_up
    :parameters (?c - chest)
    :precondition (and (not (pulled_out ?c)) (not (locked ?c)))
    :effect (locked ?c))
  (:action unlock
    :parameters (?c - chest)
    :precondition (locked ?c)
    :effect (not (locked ?c)))
  (:action take_out
    :parameters (?c - container ?t - thing)
    :precondition (and (hand_empty) (pulled_out ?c) (stored_in ?c ?t))
    :effect (and (holding ?t) (not (hand_empty)) (not (stored_in ?c ?t))))
  (:action put_away
    :parameters (?c - container ?t - thing)
    :precondition (and (holding ?t) (pulled_out ?c))
    :effect (and (stored_in ?c ?t) (hand_empty) (not (holding ?t))))
  (:action lift
    :parameters (?s - surface ?t - thing)
    :precondition (and (hand_empty) (resting_on ?s ?t))
    :effect (and (holding ?t) (not (hand_empty)) (not (resting_on ?s ?t))))
  (:action lay_down
    :parameters (?s - surface ?t - thing)
    :precondition (holding ?t)
    :effect (and (resting_on ?s ?t) (hand_empty) (not (holding ?t))))
  (:action dust
    :parameters (?s - surface ?t - thing)
    :precondition (and (dusty ?s) (holding ?t) (is_rag ?t))
    :effect (not (dusty ?s)))
  (:action start
    :parameters (?a - appliance)
    :precondition (not (running ?a))
    :effect (running ?a))
  (:action stop
    :parameters (?a - appliance)
    :precondition (running ?a)
    :effect (not (running ?a))))
