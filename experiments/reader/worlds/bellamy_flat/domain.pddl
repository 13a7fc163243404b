(define (domain bellamy_flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types room door thing device - object
          cup book tool - thing
          fan radio heater - device)
  (:predicates
    (robot-in ?r - room)
    (in-room ?x - thing ?r - room)
    (holding ?x - thing)
    (free-hand)
    (door-between ?d - door ?a - room ?b - room)
    (open ?d - door)
    (lit ?r - room)
    (installed ?v - device ?r - room)
    (running ?v - device)
    (loud ?w - radio))
  (:action go-through
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-in ?a) (door-between ?d ?a ?b) (open ?d))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action open-door
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-in ?a) (door-between ?d ?a ?b) (not (open ?d)))
    :effect (open ?d))
  (:action close-door
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-in ?a) (door-between ?d ?a ?b) (open ?d))
    :effect (not (open ?d)))
  (:action pick-up
    :parameters (?x - thing ?r - room)
    :precondition (and (robot-in ?r) (in-room ?x ?r) (free-hand))
    :effect (and (holding ?x) (not (in-room ?x ?r)) (not (free-hand))))
  (:action put-down
    :parameters (?x - thing ?r - room)
    :precondition (and (robot-in ?r) (holding ?x))
    :effect (and (in-room ?x ?r) (free-hand) (not (holding ?x))))
  (:action light-room
    :parameters (?r - room)
    :precondition (and (robot-in ?r) (not (lit ?r)))
    :effect (lit ?r))
  (:action darken-room
    :parameters (?r - room)
    :precondition (and (robot-in ?r) (lit ?r))
    :effect (not (lit ?r)))
  (:action start
    :parameters (?v - device ?r - room)
    :precondition (and (robot-in ?r) (installed ?v ?r) (not (running ?v)))
    :effect (running ?v))
  (:action stop
    :parameters (?v - device ?r - room)
    :precondition (and (robot-in ?r) (installed ?v ?r) (running ?v))
    :effect (not (running ?v)))
  (:action turn-up
    :parameters (?w - radio ?r - room)
    :precondition (and (robot-in ?r) (installed ?w ?r) (running ?w) (not (loud ?w)))
    :effect (loud ?w))
  (:action turn-down
    :parameters (?w - radio ?r - room)
    :precondition (and (robot-in ?r) (installed ?w ?r) (running ?w) (loud ?w))
    :effect (not (loud ?w))))
