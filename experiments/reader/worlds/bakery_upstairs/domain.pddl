(define (domain bakery_upstairs)
  (:requirements :strips :typing :negative-preconditions)
  (:types lamp door cot-or-bed pet thing spot bin - object
          washable - thing
          dining - spot)
  (:predicates
    (unlit ?l - lamp)
    (unlocked ?d - door)
    (unmade ?b - cot-or-bed)
    (unwashed ?w - washable)
    (unset ?t - dining)
    (unfed ?p - pet)
    (unopened ?b - bin)
    (unladen)
    (carrying ?x - thing)
    (upon ?x - thing ?s - spot)
    (within ?x - thing ?b - bin))
  (:action kindle
    :parameters (?l - lamp)
    :precondition (unlit ?l)
    :effect (not (unlit ?l)))
  (:action snuff
    :parameters (?l - lamp)
    :precondition (not (unlit ?l))
    :effect (unlit ?l))
  (:action lock
    :parameters (?d - door)
    :precondition (unlocked ?d)
    :effect (not (unlocked ?d)))
  (:action unlock
    :parameters (?d - door)
    :precondition (not (unlocked ?d))
    :effect (unlocked ?d))
  (:action make-up
    :parameters (?b - cot-or-bed)
    :precondition (unmade ?b)
    :effect (not (unmade ?b)))
  (:action wash
    :parameters (?w - washable)
    :precondition (and (carrying ?w) (unwashed ?w))
    :effect (not (unwashed ?w)))
  (:action lay-places
    :parameters (?t - dining)
    :precondition (and (unset ?t) (unladen))
    :effect (not (unset ?t)))
  (:action feed
    :parameters (?p - pet)
    :precondition (and (unfed ?p) (unladen))
    :effect (not (unfed ?p)))
  (:action open-up
    :parameters (?b - bin)
    :precondition (unopened ?b)
    :effect (not (unopened ?b)))
  (:action shut-up
    :parameters (?b - bin)
    :precondition (not (unopened ?b))
    :effect (unopened ?b))
  (:action take-off
    :parameters (?x - thing ?s - spot)
    :precondition (and (upon ?x ?s) (unladen))
    :effect (and (carrying ?x) (not (unladen)) (not (upon ?x ?s))))
  (:action put-upon
    :parameters (?x - thing ?s - spot)
    :precondition (carrying ?x)
    :effect (and (upon ?x ?s) (unladen) (not (carrying ?x))))
  (:action take-from
    :parameters (?x - thing ?b - bin)
    :precondition (and (within ?x ?b) (not (unopened ?b)) (unladen))
    :effect (and (carrying ?x) (not (unladen)) (not (within ?x ?b))))
  (:action put-within
    :parameters (?x - thing ?b - bin)
    :precondition (and (carrying ?x) (not (unopened ?b)))
    :effect (and (within ?x ?b) (unladen) (not (carrying ?x)))))
