(define (domain couples_bedroom)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing place lamp drape gadget - object
          linen - thing
          closet sleeper - place)
  (:predicates
    (kept_on ?p - place ?t - thing)
    (carrying ?t - thing)
    (empty_handed)
    (slid_open ?c - closet)
    (has_door ?p - place)
    (drawn ?d - drape)
    (folded ?l - linen)
    (made ?b - sleeper)
    (dim ?l - lamp)
    (charging ?g - gadget))
  (:action grab
    :parameters (?t - thing ?p - place)
    :precondition (and (kept_on ?p ?t) (empty_handed) (not (has_door ?p)))
    :effect (and (carrying ?t) (not (empty_handed)) (not (kept_on ?p ?t))))
  (:action lay
    :parameters (?t - thing ?p - place)
    :precondition (and (carrying ?t) (not (has_door ?p)))
    :effect (and (kept_on ?p ?t) (empty_handed) (not (carrying ?t))))
  (:action take_out
    :parameters (?t - thing ?c - closet)
    :precondition (and (kept_on ?c ?t) (empty_handed) (slid_open ?c))
    :effect (and (carrying ?t) (not (empty_handed)) (not (kept_on ?c ?t))))
  (:action stow
    :parameters (?t - thing ?c - closet)
    :precondition (and (carrying ?t) (slid_open ?c))
    :effect (and (kept_on ?c ?t) (empty_handed) (not (carrying ?t))))
  (:action slide_open
    :parameters (?c - closet)
    :precondition (and (empty_handed) (not (slid_open ?c)))
    :effect (slid_open ?c))
  (:action slide_shut
    :parameters (?c - closet)
    :precondition (and (empty_handed) (slid_open ?c))
    :effect (not (slid_open ?c)))
  (:action draw
    :parameters (?d - drape)
    :precondition (not (drawn ?d))
    :effect (drawn ?d))
  (:action undraw
    :parameters (?d - drape)
    :precondition (drawn ?d)
    :effect (not (drawn ?d)))
  (:action fold
    :parameters (?l - linen)
    :precondition (and (carrying ?l) (not (folded ?l)))
    :effect (folded ?l))
  (:action make_up
    :parameters (?b - sleeper)
    :precondition (and (empty_handed) (not (made ?b)))
    :effect (made ?b))
  (:action turn_dim
    :parameters (?l - lamp)
    :precondition (not (dim ?l))
    :effect (dim ?l))
  (:action turn_bright
    :parameters (?l - lamp)
    :precondition (dim ?l)
    :effect (not (dim ?l)))
  (:action dock_gadget
    :parameters (?g - gadget)
    :precondition (not (charging ?g))
    :effect (charging ?g))
  (:action unplug_gadget
    :parameters (?g - gadget)
    :precondition (charging ?g)
    :effect (not (charging ?g)))
)
