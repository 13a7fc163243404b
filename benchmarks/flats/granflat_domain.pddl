(define (domain granflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area fixture thing - object
    support hinged apparatus plant - fixture
    locker - hinged
    crockery - thing)
  (:predicates
    (at_area ?a - area)
    (arm_idle)
    (carrying ?t - thing)
    (upon ?t - thing ?s - support)
    (inside ?t - thing ?l - locker)
    (unsealed ?h - hinged)
    (energised ?e - apparatus)
    (stained ?c - crockery)
    (thirsty ?p - plant)
    (brimming ?t - thing)
    ; these never change
    (fixed_in ?f - fixture ?a - area)
    (has_basin ?a - area)
    (pourer ?t - thing))
  (:action drive
    :parameters (?a - area ?b - area)
    :precondition (at_area ?a)
    :effect (and (not (at_area ?a)) (at_area ?b)))
  (:action pick
    :parameters (?t - thing ?s - support ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?s ?a) (upon ?t ?s) (arm_idle))
    :effect (and (carrying ?t) (not (upon ?t ?s)) (not (arm_idle))))
  (:action place
    :parameters (?t - thing ?s - support ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?s ?a) (carrying ?t))
    :effect (and (upon ?t ?s) (arm_idle) (not (carrying ?t))))
  (:action extract
    :parameters (?t - thing ?l - locker ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?l ?a) (unsealed ?l) (inside ?t ?l) (arm_idle))
    :effect (and (carrying ?t) (not (inside ?t ?l)) (not (arm_idle))))
  (:action insert
    :parameters (?t - thing ?l - locker ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?l ?a) (unsealed ?l) (carrying ?t))
    :effect (and (inside ?t ?l) (arm_idle) (not (carrying ?t))))
  (:action unseal
    :parameters (?h - hinged ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?h ?a) (arm_idle) (not (unsealed ?h)))
    :effect (unsealed ?h))
  (:action seal
    :parameters (?h - hinged ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?h ?a) (arm_idle) (unsealed ?h))
    :effect (not (unsealed ?h)))
  (:action energise
    :parameters (?e - apparatus ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?e ?a) (not (energised ?e)))
    :effect (energised ?e))
  (:action cut_power
    :parameters (?e - apparatus ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?e ?a) (energised ?e))
    :effect (not (energised ?e)))
  (:action rinse
    :parameters (?c - crockery ?a - area)
    :precondition (and (at_area ?a) (has_basin ?a) (carrying ?c) (stained ?c))
    :effect (not (stained ?c)))
  (:action top_up
    :parameters (?t - thing ?a - area)
    :precondition (and (at_area ?a) (has_basin ?a) (pourer ?t) (carrying ?t) (not (brimming ?t)))
    :effect (brimming ?t))
  (:action tip_out
    :parameters (?t - thing ?a - area)
    :precondition (and (at_area ?a) (has_basin ?a) (pourer ?t) (carrying ?t) (brimming ?t))
    :effect (not (brimming ?t)))
  (:action sprinkle
    :parameters (?p - plant ?t - thing ?a - area)
    :precondition (and (at_area ?a) (fixed_in ?p ?a) (pourer ?t) (carrying ?t) (brimming ?t) (thirsty ?p))
    :effect (and (not (thirsty ?p)) (not (brimming ?t)))))
