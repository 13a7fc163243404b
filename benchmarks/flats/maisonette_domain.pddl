(define (domain maisonette)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    zone asset - object
    fixture payload - asset
    support powered shade operable - fixture
    enclosure portal - operable
    laundering - enclosure
    device vessel garment - payload)
  (:predicates
    (agent_zone ?z - zone)
    (installed_in ?f - fixture ?z - zone)
    (resting_on ?p - payload ?s - support)
    (contained_in ?p - payload ?e - enclosure)
    (grasped ?p - payload)
    (gripper_vacant)
    (ajar ?o - operable)
    (secured ?d - portal)
    (energized ?u - powered)
    (deployed ?b - shade)
    (laundered ?g - garment))
  (:action traverse
    :parameters (?from - zone ?to - zone)
    :precondition (agent_zone ?from)
    :effect (and (not (agent_zone ?from)) (agent_zone ?to)))
  (:action acquire
    :parameters (?p - payload ?s - support ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?s ?z) (resting_on ?p ?s) (gripper_vacant))
    :effect (and (grasped ?p) (not (resting_on ?p ?s)) (not (gripper_vacant))))
  (:action deposit
    :parameters (?p - payload ?s - support ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?s ?z) (grasped ?p))
    :effect (and (resting_on ?p ?s) (gripper_vacant) (not (grasped ?p))))
  (:action extract
    :parameters (?p - payload ?e - enclosure ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?e ?z) (contained_in ?p ?e) (ajar ?e) (gripper_vacant))
    :effect (and (grasped ?p) (not (contained_in ?p ?e)) (not (gripper_vacant))))
  (:action insert
    :parameters (?p - payload ?e - enclosure ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?e ?z) (grasped ?p) (ajar ?e))
    :effect (and (contained_in ?p ?e) (gripper_vacant) (not (grasped ?p))))
  (:action unseal
    :parameters (?o - enclosure ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?o ?z) (not (ajar ?o)))
    :effect (ajar ?o))
  (:action swing_open
    :parameters (?d - portal ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?d ?z) (not (ajar ?d)) (not (secured ?d)))
    :effect (ajar ?d))
  (:action seal
    :parameters (?o - operable ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?o ?z) (ajar ?o))
    :effect (not (ajar ?o)))
  (:action toggle_latch_in
    :parameters (?d - portal ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?d ?z) (not (ajar ?d)) (not (secured ?d)))
    :effect (secured ?d))
  (:action toggle_latch_out
    :parameters (?d - portal ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?d ?z) (secured ?d))
    :effect (not (secured ?d)))
  (:action energize
    :parameters (?u - powered)
    :precondition (not (energized ?u))
    :effect (energized ?u))
  (:action deenergize
    :parameters (?u - powered)
    :precondition (energized ?u)
    :effect (not (energized ?u)))
  (:action retract
    :parameters (?b - shade)
    :precondition (deployed ?b)
    :effect (not (deployed ?b)))
  (:action launder
    :parameters (?g - garment ?l - laundering ?z - zone)
    :precondition (and (agent_zone ?z) (installed_in ?l ?z) (contained_in ?g ?l) (not (ajar ?l)) (not (laundered ?g)))
    :effect (laundered ?g)))
