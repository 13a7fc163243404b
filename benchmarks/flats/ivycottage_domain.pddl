(define (domain ivycottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person item openable surface device plant - object
    door cupboard - openable
    hob - surface
    lamp - device
    food spectacles - item)
  (:predicates
    (robot_at ?r - room)
    (links ?d - door ?a - room ?b - room)
    (reachable ?o - openable ?r - room)
    (surface_at ?s - surface ?r - room)
    (device_at ?d - device ?r - room)
    (grows_in ?p - plant ?r - room)
    (sits_in ?p - person ?r - room)
    (open ?o - openable)
    (bolted ?d - door)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - cupboard)
    (has ?p - person ?i - item)
    (holding ?i - item)
    (empty_handed)
    (running ?d - device)
    (watered ?p - plant)
    (hot ?f - food))
  (:action walk
    :parameters (?a - room ?d - door ?b - room)
    :precondition (and (robot_at ?a) (links ?d ?a ?b) (open ?d))
    :effect (and (not (robot_at ?a)) (robot_at ?b)))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (reachable ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (reachable ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action bolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (reachable ?d ?r) (not (open ?d)) (not (bolted ?d)))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (reachable ?d ?r) (bolted ?d))
    :effect (not (bolted ?d)))
  (:action take
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (surface_at ?s ?r) (on ?i ?s) (empty_handed))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (empty_handed))))
  (:action set_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (surface_at ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (empty_handed) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_at ?r) (reachable ?c ?r) (open ?c) (in ?i ?c) (empty_handed))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (empty_handed))))
  (:action put_away
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_at ?r) (reachable ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (empty_handed) (not (holding ?i))))
  (:action hand_over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (sits_in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (empty_handed) (not (holding ?i))))
  (:action take_back
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (sits_in ?p ?r) (has ?p ?i) (empty_handed))
    :effect (and (holding ?i) (not (has ?p ?i)) (not (empty_handed))))
  (:action turn_on
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (device_at ?d ?r) (not (running ?d)))
    :effect (running ?d))
  (:action turn_off
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (device_at ?d ?r) (running ?d))
    :effect (not (running ?d)))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot_at ?r) (grows_in ?p ?r) (empty_handed) (not (watered ?p)))
    :effect (watered ?p))
  (:action heat
    :parameters (?f - food ?h - hob ?r - room)
    :precondition (and (robot_at ?r) (surface_at ?h ?r) (on ?f ?h) (not (hot ?f)))
    :effect (hot ?f)))
