(define (domain vineyard)
  (:requirements :strips :typing :negative-preconditions)
  (:types parcel bin press vessel - object
          vat cask - vessel)
  (:predicates
    (ripened ?p - parcel)
    (netted ?p - parcel)
    (stripped ?p - parcel)
    (irrigated ?p - parcel)
    (loaded ?b - bin)
    (charged ?m - press)
    (engaged ?m - press)
    (filled ?v - vessel)
    (rinsed ?v - vessel)
    (sealed ?v - vessel)
    (chilled ?t - vat)
    (inoculated ?t - vat))
  (:action spread_net
    :parameters (?p - parcel)
    :precondition (not (netted ?p))
    :effect (netted ?p))
  (:action lift_net
    :parameters (?p - parcel)
    :precondition (netted ?p)
    :effect (not (netted ?p)))
  (:action irrigate
    :parameters (?p - parcel)
    :precondition (not (irrigated ?p))
    :effect (irrigated ?p))
  (:action harvest_into
    :parameters (?p - parcel ?b - bin)
    :precondition (and (ripened ?p) (not (netted ?p)) (not (stripped ?p)) (not (loaded ?b)))
    :effect (and (stripped ?p) (loaded ?b)))
  (:action charge_press
    :parameters (?b - bin ?m - press)
    :precondition (and (loaded ?b) (not (charged ?m)) (not (engaged ?m)))
    :effect (and (charged ?m) (not (loaded ?b))))
  (:action engage
    :parameters (?m - press)
    :precondition (not (engaged ?m))
    :effect (engaged ?m))
  (:action disengage
    :parameters (?m - press)
    :precondition (engaged ?m)
    :effect (not (engaged ?m)))
  (:action run_off
    :parameters (?m - press ?t - vat)
    :precondition (and (charged ?m) (engaged ?m) (rinsed ?t) (not (filled ?t)) (not (sealed ?t)))
    :effect (and (filled ?t) (not (charged ?m))))
  (:action rinse
    :parameters (?v - vessel)
    :precondition (and (not (filled ?v)) (not (sealed ?v)) (not (rinsed ?v)))
    :effect (rinsed ?v))
  (:action seal
    :parameters (?v - vessel)
    :precondition (not (sealed ?v))
    :effect (sealed ?v))
  (:action unseal
    :parameters (?v - vessel)
    :precondition (sealed ?v)
    :effect (not (sealed ?v)))
  (:action inoculate
    :parameters (?t - vat)
    :precondition (and (filled ?t) (not (sealed ?t)) (not (inoculated ?t)))
    :effect (inoculated ?t))
  (:action chill
    :parameters (?t - vat)
    :precondition (and (filled ?t) (not (chilled ?t)))
    :effect (chilled ?t))
  (:action rack_over
    :parameters (?t - vat ?k - cask)
    :precondition (and (filled ?t) (not (sealed ?t)) (rinsed ?k) (not (filled ?k)) (not (sealed ?k)))
    :effect (and (filled ?k) (not (filled ?t)) (not (rinsed ?t)) (not (chilled ?t)) (not (inoculated ?t)))))
