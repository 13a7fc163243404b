(define (domain rooftop)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    zone asset - object
    portable fixed - asset
    support openable device shade planter - fixed
    enclosure aperture - openable
    textile vessel - portable)
  (:predicates
    (unit_at ?z - zone)
    (mounted_at ?a - fixed ?z - zone)
    (resting_on ?p - portable ?s - support)
    (contained_in ?p - portable ?e - enclosure)
    (opened ?o - openable)
    (latched ?o - openable)
    (energised ?d - device)
    (deployed ?s - shade)
    (irrigated ?v - planter)
    (gripped ?p - portable)
    (gripper_idle))
  (:action drive_to
    :parameters (?from - zone ?to - zone)
    :precondition (unit_at ?from)
    :effect (and (not (unit_at ?from)) (unit_at ?to)))
  (:action grasp_from
    :parameters (?p - portable ?s - support ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?s ?z) (resting_on ?p ?s) (gripper_idle))
    :effect (and (gripped ?p) (not (resting_on ?p ?s)) (not (gripper_idle))))
  (:action place_on
    :parameters (?p - portable ?s - support ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?s ?z) (gripped ?p))
    :effect (and (resting_on ?p ?s) (gripper_idle) (not (gripped ?p))))
  (:action extract_from
    :parameters (?p - portable ?e - enclosure ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?e ?z) (contained_in ?p ?e) (opened ?e) (gripper_idle))
    :effect (and (gripped ?p) (not (contained_in ?p ?e)) (not (gripper_idle))))
  (:action insert_into
    :parameters (?p - portable ?e - enclosure ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?e ?z) (gripped ?p) (opened ?e))
    :effect (and (contained_in ?p ?e) (gripper_idle) (not (gripped ?p))))
  (:action actuate_open
    :parameters (?o - openable ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?o ?z) (not (opened ?o)) (not (latched ?o)))
    :effect (opened ?o))
  (:action actuate_closed
    :parameters (?o - openable ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?o ?z) (opened ?o))
    :effect (not (opened ?o)))
  (:action toggle_latch_on
    :parameters (?a - aperture ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?a ?z) (not (opened ?a)) (not (latched ?a)))
    :effect (latched ?a))
  (:action toggle_latch_off
    :parameters (?a - aperture ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?a ?z) (latched ?a))
    :effect (not (latched ?a)))
  (:action power_on
    :parameters (?d - device ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?d ?z) (not (energised ?d)))
    :effect (energised ?d))
  (:action power_off
    :parameters (?d - device ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?d ?z) (energised ?d))
    :effect (not (energised ?d)))
  (:action deploy
    :parameters (?s - shade ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?s ?z) (not (deployed ?s)))
    :effect (deployed ?s))
  (:action retract
    :parameters (?s - shade ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?s ?z) (deployed ?s))
    :effect (not (deployed ?s)))
  (:action irrigate
    :parameters (?v - planter ?z - zone)
    :precondition (and (unit_at ?z) (mounted_at ?v ?z) (not (irrigated ?v)))
    :effect (irrigated ?v)))
