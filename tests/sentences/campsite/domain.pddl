; A robot helps at a camp in the woods, where bears come by.
(define (domain camp)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    tent flame food box - object
    hearth lantern - flame)
  (:predicates
    (pitched ?t - tent)
    (zipped ?t - tent)
    (leaky ?t - tent)
    (burning ?f - flame)
    (stored ?f - food ?b - box)
    (held ?f - food)
    (handsfree)
    (latched ?b - box)
    (smelly ?f - food)
    (cooked ?f - food)
    (haswater))

  (:action pitch
    :parameters (?t - tent)
    :precondition (not (pitched ?t))
    :effect (pitched ?t))

  (:action strike
    :parameters (?t - tent)
    :precondition (pitched ?t)
    :effect (and (not (pitched ?t)) (not (zipped ?t))))

  (:action zipup
    :parameters (?t - tent)
    :precondition (and (pitched ?t) (not (zipped ?t)))
    :effect (zipped ?t))

  (:action unzip
    :parameters (?t - tent)
    :precondition (zipped ?t)
    :effect (not (zipped ?t)))

  (:action ignite
    :parameters (?f - flame)
    :precondition (not (burning ?f))
    :effect (burning ?f))

  (:action douse
    :parameters (?f - flame)
    :precondition (burning ?f)
    :effect (not (burning ?f)))

  (:action latch
    :parameters (?b - box)
    :precondition (not (latched ?b))
    :effect (latched ?b))

  (:action unlatch
    :parameters (?b - box)
    :precondition (latched ?b)
    :effect (not (latched ?b)))

  (:action fetch
    :parameters (?f - food ?b - box)
    :precondition (and (handsfree) (stored ?f ?b) (not (latched ?b)))
    :effect (and (held ?f) (not (handsfree)) (not (stored ?f ?b))))

  (:action stow
    :parameters (?f - food ?b - box)
    :precondition (and (held ?f) (not (latched ?b)))
    :effect (and (stored ?f ?b) (handsfree) (not (held ?f))))

  (:action cook
    :parameters (?f - food ?h - hearth)
    :precondition (and (held ?f) (burning ?h))
    :effect (cooked ?f))

  (:action drawwater
    :parameters ()
    :precondition (not (haswater))
    :effect (haswater)))
