(define (domain doctor_vels_house)
  (:requirements :strips :typing :negative-preconditions)
  (:types top opening electric blind clock person item - object
          container door - opening
          washable toy reading medicine - item
          instrument vessel - washable)
  (:predicates
    (lying-on ?i - item ?t - top)
    (inside ?c - container ?i - item)
    (given ?i - item ?p - person)
    (in-hand ?i - item)
    (nothing-in-hand)
    (ajar ?o - opening)
    (unlocked ?o - opening)
    (keyed ?o - opening)
    (switched-on ?e - electric)
    (lowered ?b - blind)
    (wound ?c - clock)
    (clean ?w - washable)
    (full ?v - vessel))
  (:action pick
    :parameters (?i - item ?t - top)
    :precondition (and (lying-on ?i ?t) (nothing-in-hand))
    :effect (and (in-hand ?i) (not (lying-on ?i ?t)) (not (nothing-in-hand))))
  (:action lay
    :parameters (?i - item ?t - top)
    :precondition (in-hand ?i)
    :effect (and (lying-on ?i ?t) (nothing-in-hand) (not (in-hand ?i))))
  (:action draw-out
    :parameters (?i - item ?c - container)
    :precondition (and (inside ?c ?i) (ajar ?c) (nothing-in-hand))
    :effect (and (in-hand ?i) (not (inside ?c ?i)) (not (nothing-in-hand))))
  (:action put-in
    :parameters (?i - item ?c - container)
    :precondition (and (in-hand ?i) (ajar ?c))
    :effect (and (inside ?c ?i) (nothing-in-hand) (not (in-hand ?i))))
  (:action hand-to
    :parameters (?i - item ?p - person)
    :precondition (in-hand ?i)
    :effect (and (given ?i ?p) (nothing-in-hand) (not (in-hand ?i))))
  (:action pull-open
    :parameters (?o - opening)
    :precondition (and (unlocked ?o) (not (ajar ?o)))
    :effect (ajar ?o))
  (:action push-shut
    :parameters (?o - opening)
    :precondition (ajar ?o)
    :effect (not (ajar ?o)))
  (:action turn-key
    :parameters (?o - opening)
    :precondition (and (keyed ?o) (unlocked ?o) (not (ajar ?o)))
    :effect (not (unlocked ?o)))
  (:action unlock
    :parameters (?o - opening)
    :precondition (and (keyed ?o) (not (unlocked ?o)))
    :effect (unlocked ?o))
  (:action turn-on
    :parameters (?e - electric)
    :precondition (not (switched-on ?e))
    :effect (switched-on ?e))
  (:action turn-off
    :parameters (?e - electric)
    :precondition (switched-on ?e)
    :effect (not (switched-on ?e)))
  (:action lower-blind
    :parameters (?b - blind)
    :precondition (not (lowered ?b))
    :effect (lowered ?b))
  (:action raise-blind
    :parameters (?b - blind)
    :precondition (lowered ?b)
    :effect (not (lowered ?b)))
  (:action wind
    :parameters (?c - clock)
    :precondition (not (wound ?c))
    :effect (wound ?c))
  (:action scrub
    :parameters (?w - washable)
    :precondition (and (in-hand ?w) (not (clean ?w)))
    :effect (clean ?w))
  (:action fill
    :parameters (?v - vessel)
    :precondition (and (in-hand ?v) (not (full ?v)))
    :effect (full ?v)))
