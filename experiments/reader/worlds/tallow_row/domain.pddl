(define (domain tallow_row)
  (:requirements :strips :typing :negative-preconditions)
  (:types item place machine gadget lock blind cat plant - object
          clothes dish device pouch - item)
  (:predicates
    (spot ?i - item ?p - place)
    (takes ?m - machine ?i - item)
    (loaded-with ?m - machine ?i - item)
    (running ?m - machine)
    (on ?g - gadget)
    (charging ?d - device)
    (locked ?l - lock)
    (up ?b - blind)
    (fed ?c - cat)
    (watered ?p - plant)
    (got ?i - item)
    (hand-spare))
  (:action grab
    :parameters (?i - item ?p - place)
    :precondition (and (spot ?i ?p) (hand-spare))
    :effect (and (got ?i) (not (spot ?i ?p)) (not (hand-spare))))
  (:action drop
    :parameters (?i - item ?p - place)
    :precondition (got ?i)
    :effect (and (spot ?i ?p) (hand-spare) (not (got ?i))))
  (:action load
    :parameters (?i - item ?m - machine)
    :precondition (and (got ?i) (takes ?m ?i) (not (running ?m)))
    :effect (and (loaded-with ?m ?i) (hand-spare) (not (got ?i))))
  (:action unload
    :parameters (?i - item ?m - machine)
    :precondition (and (loaded-with ?m ?i) (hand-spare) (not (running ?m)))
    :effect (and (got ?i) (not (loaded-with ?m ?i)) (not (hand-spare))))
  (:action run
    :parameters (?m - machine)
    :precondition (not (running ?m))
    :effect (running ?m))
  (:action halt
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (not (running ?m)))
  (:action power-on
    :parameters (?g - gadget)
    :precondition (not (on ?g))
    :effect (on ?g))
  (:action power-off
    :parameters (?g - gadget)
    :precondition (on ?g)
    :effect (not (on ?g)))
  (:action plug-in
    :parameters (?d - device)
    :precondition (not (charging ?d))
    :effect (charging ?d))
  (:action unplug
    :parameters (?d - device)
    :precondition (charging ?d)
    :effect (not (charging ?d)))
  (:action turn-lock
    :parameters (?l - lock)
    :precondition (not (locked ?l))
    :effect (locked ?l))
  (:action release-lock
    :parameters (?l - lock)
    :precondition (locked ?l)
    :effect (not (locked ?l)))
  (:action raise
    :parameters (?b - blind)
    :precondition (not (up ?b))
    :effect (up ?b))
  (:action lower
    :parameters (?b - blind)
    :precondition (up ?b)
    :effect (not (up ?b)))
  (:action feed
    :parameters (?c - cat ?f - pouch)
    :precondition (and (got ?f) (not (fed ?c)))
    :effect (and (fed ?c) (hand-spare) (not (got ?f))))
  (:action water
    :parameters (?p - plant)
    :precondition (and (hand-spare) (not (watered ?p)))
    :effect (watered ?p)))
