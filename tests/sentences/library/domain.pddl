; A robot that looks after a small library.
(define (domain library)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    book place device entry - object
    novel atlas dictionary - book
    shelf trolley desk - place
    lamp copier - device
    door window - entry)
  (:predicates
    (at ?b - book ?p - place)
    (holding ?b - book)
    (hands-free)
    (lent ?b - book)
    (stamped ?b - book)
    (damaged ?b - book)
    (rare ?b - book)
    (dusty ?s - shelf)
    (open ?e - entry)
    (locked ?e - entry)
    (on ?d - device)
    (gloves-on))

  (:action pick-up
    :parameters (?b - book ?p - place)
    :precondition (and (hands-free) (at ?b ?p))
    :effect (and (holding ?b) (not (hands-free)) (not (at ?b ?p))))

  (:action put-down
    :parameters (?b - book ?p - place)
    :precondition (holding ?b)
    :effect (and (at ?b ?p) (hands-free) (not (holding ?b))))

  (:action lend
    :parameters (?b - book)
    :precondition (holding ?b)
    :effect (and (lent ?b) (hands-free) (not (holding ?b))))

  (:action take-back
    :parameters (?b - book)
    :precondition (and (lent ?b) (hands-free))
    :effect (and (holding ?b) (not (hands-free)) (not (lent ?b))))

  (:action stamp
    :parameters (?b - book)
    :precondition (not (stamped ?b))
    :effect (stamped ?b))

  (:action mend
    :parameters (?b - book)
    :precondition (damaged ?b)
    :effect (not (damaged ?b)))

  (:action dust
    :parameters (?s - shelf)
    :precondition (and)
    :effect (not (dusty ?s)))

  (:action open
    :parameters (?e - entry)
    :precondition (and (not (open ?e)) (not (locked ?e)))
    :effect (open ?e))

  (:action close
    :parameters (?e - entry)
    :precondition (open ?e)
    :effect (not (open ?e)))

  (:action lock
    :parameters (?d - door)
    :precondition (and (not (open ?d)) (not (locked ?d)))
    :effect (locked ?d))

  (:action unlock
    :parameters (?d - door)
    :precondition (locked ?d)
    :effect (not (locked ?d)))

  (:action switch-on
    :parameters (?d - device)
    :precondition (not (on ?d))
    :effect (on ?d))

  (:action switch-off
    :parameters (?d - device)
    :precondition (on ?d)
    :effect (not (on ?d)))

  (:action put-on-gloves
    :parameters ()
    :precondition (not (gloves-on))
    :effect (gloves-on))

  (:action take-off-gloves
    :parameters ()
    :precondition (gloves-on)
    :effect (not (gloves-on)))

  (:action ring-bell
    :parameters ()
    :precondition (and)
    :effect (and)))
