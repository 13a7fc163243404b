(define (domain portersgate)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    person spot thing door curtain appliance bowl - object
    box - spot
    toy garment - thing)
  (:predicates
    (bears ?s - spot ?x - thing)
    (has ?p - person ?x - thing)
    (lugging ?x - thing)
    (laden)
    (shut ?s - spot)
    (bolted ?d - door)
    (drawn ?c - curtain)
    (off ?a - appliance)
    (soiled ?g - garment)
    (empty ?b - bowl))

  (:action grab
    :parameters (?s - spot ?x - thing)
    :precondition (and (bears ?s ?x) (not (laden)) (not (shut ?s)))
    :effect (and (lugging ?x) (laden) (not (bears ?s ?x))))
  (:action leave
    :parameters (?s - spot ?x - thing)
    :precondition (and (lugging ?x) (not (shut ?s)))
    :effect (and (bears ?s ?x) (not (lugging ?x)) (not (laden))))
  (:action hand_over
    :parameters (?p - person ?x - thing)
    :precondition (and (lugging ?x))
    :effect (and (has ?p ?x) (not (lugging ?x)) (not (laden))))
  (:action take_back
    :parameters (?p - person ?x - thing)
    :precondition (and (has ?p ?x) (not (laden)))
    :effect (and (lugging ?x) (laden) (not (has ?p ?x))))
  (:action lift_lid
    :parameters (?b - box)
    :precondition (and (shut ?b))
    :effect (and (not (shut ?b))))
  (:action press_lid
    :parameters (?b - box)
    :precondition (and (not (shut ?b)))
    :effect (and (shut ?b)))
  (:action bolt
    :parameters (?d - door)
    :precondition (and (not (bolted ?d)))
    :effect (and (bolted ?d)))
  (:action unbolt
    :parameters (?d - door)
    :precondition (and (bolted ?d))
    :effect (and (not (bolted ?d))))
  (:action draw
    :parameters (?c - curtain)
    :precondition (and (not (drawn ?c)))
    :effect (and (drawn ?c)))
  (:action pull_back
    :parameters (?c - curtain)
    :precondition (and (drawn ?c))
    :effect (and (not (drawn ?c))))
  (:action start
    :parameters (?a - appliance)
    :precondition (and (off ?a))
    :effect (and (not (off ?a))))
  (:action stop
    :parameters (?a - appliance)
    :precondition (and (not (off ?a)))
    :effect (and (off ?a)))
  (:action launder
    :parameters (?g - garment)
    :precondition (and (lugging ?g) (soiled ?g))
    :effect (and (not (soiled ?g))))
  (:action fill
    :parameters (?b - bowl)
    :precondition (and (empty ?b))
    :effect (and (not (empty ?b)))))
