; A robot that looks after a small swimming bath.
(define (domain pool)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place gear device door - object
    basin rack - place
    ring board - gear
    machine lamp - device)
  (:predicates
    (covered ?b - basin)
    (murky ?b - basin)
    (tested ?b - basin)
    (shallow ?b - basin)
    (open ?d - door)
    (on ?d - device)
    (at ?g - gear ?p - place)
    (holding ?g - gear)
    (hands-free))

  (:action uncover
    :parameters (?b - basin)
    :precondition (covered ?b)
    :effect (not (covered ?b)))

  (:action cover
    :parameters (?b - basin)
    :precondition (not (covered ?b))
    :effect (covered ?b))

  (:action clean
    :parameters (?b - basin)
    :precondition (not (covered ?b))
    :effect (and (not (murky ?b)) (not (tested ?b))))

  (:action test
    :parameters (?b - basin)
    :precondition (not (covered ?b))
    :effect (tested ?b))

  (:action open
    :parameters (?d - door)
    :precondition (not (open ?d))
    :effect (open ?d))

  (:action close
    :parameters (?d - door)
    :precondition (open ?d)
    :effect (not (open ?d)))

  (:action switch-on
    :parameters (?d - device)
    :precondition (not (on ?d))
    :effect (on ?d))

  (:action switch-off
    :parameters (?d - device)
    :precondition (on ?d)
    :effect (not (on ?d)))

  (:action take
    :parameters (?g - gear ?p - place)
    :precondition (and (hands-free) (at ?g ?p))
    :effect (and (holding ?g) (not (hands-free)) (not (at ?g ?p))))

  (:action put
    :parameters (?g - gear ?p - place)
    :precondition (holding ?g)
    :effect (and (at ?g ?p) (hands-free) (not (holding ?g))))

  (:action blow-whistle
    :parameters ()
    :precondition (and)
    :effect (and)))
