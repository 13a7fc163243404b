(define (domain magpie_corner)
  (:requirements :strips :typing :negative-preconditions)
  (:types being fitting device tray item - object
          animal person - being
          cat dog - animal
          spot door - fitting
          place tub - spot
          bowl toy food belonging - item)
  (:predicates
    (laid ?i - item ?s - spot)
    (has ?b - being ?i - item)
    (clutching ?i - item)
    (hands-empty)
    (closed ?f - fitting)
    (shuttable ?f - fitting)
    (outside ?a - animal)
    (hungry ?a - animal)
    (matted ?a - animal)
    (filled ?b - bowl)
    (grubby ?b - bowl)
    (bowl-of ?b - bowl ?a - animal)
    (suits ?f - food ?b - bowl)
    (fouled ?t - tray)
    (on ?d - device))
  (:action grab
    :parameters (?i - item ?s - spot)
    :precondition (and (laid ?i ?s) (not (closed ?s)) (hands-empty))
    :effect (and (clutching ?i) (not (laid ?i ?s)) (not (hands-empty))))
  (:action drop
    :parameters (?i - item ?s - spot)
    :precondition (and (clutching ?i) (not (closed ?s)))
    :effect (and (laid ?i ?s) (hands-empty) (not (clutching ?i))))
  (:action offer
    :parameters (?i - item ?b - being)
    :precondition (clutching ?i)
    :effect (and (has ?b ?i) (hands-empty) (not (clutching ?i))))
  (:action take-off-them
    :parameters (?i - item ?b - being)
    :precondition (and (has ?b ?i) (hands-empty))
    :effect (and (clutching ?i) (not (has ?b ?i)) (not (hands-empty))))
  (:action open
    :parameters (?f - fitting)
    :precondition (closed ?f)
    :effect (not (closed ?f)))
  (:action close
    :parameters (?f - fitting)
    :precondition (and (shuttable ?f) (not (closed ?f)))
    :effect (closed ?f))
  (:action pour
    :parameters (?f - food ?b - bowl)
    :precondition (and (clutching ?f) (suits ?f ?b) (not (filled ?b)))
    :effect (filled ?b))
  (:action feed
    :parameters (?a - animal ?b - bowl)
    :precondition (and (bowl-of ?b ?a) (filled ?b) (hungry ?a) (not (outside ?a)))
    :effect (and (not (hungry ?a)) (not (filled ?b))))
  (:action send-out
    :parameters (?a - animal ?d - door)
    :precondition (and (not (outside ?a)) (not (closed ?d)))
    :effect (outside ?a))
  (:action call-in
    :parameters (?a - animal ?d - door)
    :precondition (and (outside ?a) (not (closed ?d)))
    :effect (not (outside ?a)))
  (:action groom
    :parameters (?a - animal)
    :precondition (and (matted ?a) (hands-empty) (not (outside ?a)))
    :effect (not (matted ?a)))
  (:action rinse-bowl
    :parameters (?b - bowl)
    :precondition (and (clutching ?b) (grubby ?b))
    :effect (not (grubby ?b)))
  (:action scoop
    :parameters (?t - tray)
    :precondition (and (fouled ?t) (hands-empty))
    :effect (not (fouled ?t)))
  (:action flick
    :parameters (?d - device)
    :precondition (not (on ?d))
    :effect (on ?d))
  (:action unflick
    :parameters (?d - device)
    :precondition (on ?d)
    :effect (not (on ?d))))
