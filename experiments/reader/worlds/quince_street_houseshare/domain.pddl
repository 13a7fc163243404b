(define (domain quince_street_houseshare)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    housemate item place door light - object
    food dish gadget stuff - item
    shelf counter - place)
  (:predicates
    (label ?s - shelf ?h - housemate)
    (belongs-to ?i - item ?h - housemate)
    (stored ?s - place ?i - item)
    (grasped ?i - item)
    (hand-idle)
    (given ?i - item ?h - housemate)
    (soiled ?d - dish)
    (binned ?f - food)
    (bolted ?d - door)
    (off ?l - light)
    (named ?f - food)
    (flat-battery ?g - gadget))
  (:action pick
    :parameters (?i - item ?s - place)
    :precondition (and (stored ?s ?i) (hand-idle))
    :effect (and (grasped ?i) (not (stored ?s ?i)) (not (hand-idle))))
  (:action place
    :parameters (?i - item ?s - place)
    :precondition (grasped ?i)
    :effect (and (stored ?s ?i) (hand-idle) (not (grasped ?i))))
  (:action pass-to
    :parameters (?i - item ?h - housemate)
    :precondition (grasped ?i)
    :effect (and (given ?i ?h) (hand-idle) (not (grasped ?i))))
  (:action take-back
    :parameters (?i - item ?h - housemate)
    :precondition (and (given ?i ?h) (hand-idle))
    :effect (and (grasped ?i) (not (given ?i ?h)) (not (hand-idle))))
  (:action scrub
    :parameters (?d - dish)
    :precondition (soiled ?d)
    :effect (not (soiled ?d)))
  (:action throw-out
    :parameters (?f - food)
    :precondition (grasped ?f)
    :effect (and (binned ?f) (hand-idle) (not (grasped ?f))))
  (:action bolt
    :parameters (?d - door)
    :precondition (not (bolted ?d))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - door)
    :precondition (bolted ?d)
    :effect (not (bolted ?d)))
  (:action flick-on
    :parameters (?l - light)
    :precondition (off ?l)
    :effect (not (off ?l)))
  (:action flick-off
    :parameters (?l - light)
    :precondition (not (off ?l))
    :effect (off ?l))
  (:action write-name-on
    :parameters (?f - food)
    :precondition (not (named ?f))
    :effect (named ?f))
  (:action charge
    :parameters (?g - gadget)
    :precondition (flat-battery ?g)
    :effect (not (flat-battery ?g))))
