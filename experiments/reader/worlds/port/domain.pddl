(define (domain port)
  (:requirements :strips :typing :negative-preconditions)
  (:types location vessel gantry tractor box - object
          berth yard - location
          reefer - box)
  (:predicates
    (docked_at ?v - vessel ?b - berth)
    (at_sea ?v - vessel)
    (vacant ?b - berth)
    (spans ?g - gantry ?b - berth)
    (energised ?g - gantry)
    (tractor_at ?t - tractor ?l - location)
    (bare ?t - tractor)
    (riding ?x - box ?t - tractor)
    (stacked_in ?x - box ?y - yard)
    (aboard ?x - box ?v - vessel)
    (lashed ?x - box)
    (plugged ?x - box)
    (inspected ?x - box))
  (:action drive
    :parameters (?t - tractor ?from - location ?to - location)
    :precondition (tractor_at ?t ?from)
    :effect (and (tractor_at ?t ?to) (not (tractor_at ?t ?from))))
  (:action enter_berth
    :parameters (?v - vessel ?b - berth)
    :precondition (and (at_sea ?v) (vacant ?b))
    :effect (and (docked_at ?v ?b) (not (at_sea ?v)) (not (vacant ?b))))
  (:action put_to_sea
    :parameters (?v - vessel ?b - berth)
    :precondition (docked_at ?v ?b)
    :effect (and (at_sea ?v) (vacant ?b) (not (docked_at ?v ?b))))
  (:action energise
    :parameters (?g - gantry)
    :precondition (not (energised ?g))
    :effect (energised ?g))
  (:action de_energise
    :parameters (?g - gantry)
    :precondition (energised ?g)
    :effect (not (energised ?g)))
  (:action hoist_ashore
    :parameters (?g - gantry ?x - box ?v - vessel ?b - berth ?t - tractor)
    :precondition (and (spans ?g ?b) (energised ?g) (docked_at ?v ?b) (aboard ?x ?v) (not (lashed ?x)) (tractor_at ?t ?b) (bare ?t))
    :effect (and (riding ?x ?t) (not (bare ?t)) (not (aboard ?x ?v))))
  (:action hoist_aboard
    :parameters (?g - gantry ?x - box ?v - vessel ?b - berth ?t - tractor)
    :precondition (and (spans ?g ?b) (energised ?g) (docked_at ?v ?b) (tractor_at ?t ?b) (riding ?x ?t))
    :effect (and (aboard ?x ?v) (bare ?t) (not (riding ?x ?t))))
  (:action stack
    :parameters (?x - box ?t - tractor ?y - yard)
    :precondition (and (riding ?x ?t) (tractor_at ?t ?y))
    :effect (and (stacked_in ?x ?y) (bare ?t) (not (riding ?x ?t))))
  (:action collect
    :parameters (?x - box ?t - tractor ?y - yard)
    :precondition (and (stacked_in ?x ?y) (tractor_at ?t ?y) (bare ?t) (not (plugged ?x)))
    :effect (and (riding ?x ?t) (not (bare ?t)) (not (stacked_in ?x ?y))))
  (:action lash
    :parameters (?x - box ?v - vessel)
    :precondition (and (aboard ?x ?v) (not (lashed ?x)))
    :effect (lashed ?x))
  (:action unlash
    :parameters (?x - box ?v - vessel)
    :precondition (and (aboard ?x ?v) (lashed ?x))
    :effect (not (lashed ?x)))
  (:action plug_in
    :parameters (?r - reefer ?y - yard)
    :precondition (and (stacked_in ?r ?y) (not (plugged ?r)))
    :effect (plugged ?r))
  (:action unplug
    :parameters (?r - reefer)
    :precondition (plugged ?r)
    :effect (not (plugged ?r)))
  (:action inspect
    :parameters (?x - box ?y - yard)
    :precondition (and (stacked_in ?x ?y) (not (inspected ?x)))
    :effect (inspected ?x)))
