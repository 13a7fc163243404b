(define (domain dacha)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    zone asset - object
    fixture portable - asset
    support appliance cultivation_unit enclosure - fixture
    portal receptacle - enclosure
    foodstuff textile - portable)
  (:predicates
    (agent_at ?z - zone)
    (installed_in ?f - fixture ?z - zone)
    (resting_on ?p - portable ?s - support)
    (contained_in ?p - portable ?r - receptacle)
    (ajar ?e - enclosure)
    (secured ?e - portal)
    (energized ?a - appliance)
    (irrigated ?u - cultivation_unit)
    (gripped ?p - portable)
    (effector_idle))
  (:action transit
    :parameters (?from - zone ?to - zone)
    :precondition (agent_at ?from)
    :effect (and (not (agent_at ?from)) (agent_at ?to)))
  (:action acquire
    :parameters (?p - portable ?s - support ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?s ?z) (resting_on ?p ?s) (effector_idle))
    :effect (and (gripped ?p) (not (resting_on ?p ?s)) (not (effector_idle))))
  (:action deposit
    :parameters (?p - portable ?s - support ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?s ?z) (gripped ?p))
    :effect (and (resting_on ?p ?s) (effector_idle) (not (gripped ?p))))
  (:action extract
    :parameters (?p - portable ?r - receptacle ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?r ?z) (contained_in ?p ?r) (ajar ?r) (effector_idle))
    :effect (and (gripped ?p) (not (contained_in ?p ?r)) (not (effector_idle))))
  (:action insert
    :parameters (?p - portable ?r - receptacle ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?r ?z) (gripped ?p) (ajar ?r))
    :effect (and (contained_in ?p ?r) (effector_idle) (not (gripped ?p))))
  (:action unseal
    :parameters (?r - receptacle ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?r ?z) (not (ajar ?r)))
    :effect (ajar ?r))
  (:action swing_out
    :parameters (?g - portal ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?g ?z) (not (ajar ?g)) (not (secured ?g)))
    :effect (ajar ?g))
  (:action seal
    :parameters (?e - enclosure ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?e ?z) (ajar ?e))
    :effect (not (ajar ?e)))
  (:action engage_latch
    :parameters (?g - portal ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?g ?z) (not (ajar ?g)) (not (secured ?g)))
    :effect (secured ?g))
  (:action release_latch
    :parameters (?g - portal ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?g ?z) (secured ?g))
    :effect (not (secured ?g)))
  (:action energize
    :parameters (?a - appliance ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?a ?z) (not (energized ?a)))
    :effect (energized ?a))
  (:action deenergize
    :parameters (?a - appliance ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?a ?z) (energized ?a))
    :effect (not (energized ?a)))
  (:action irrigate
    :parameters (?u - cultivation_unit ?z - zone)
    :precondition (and (agent_at ?z) (installed_in ?u ?z) (not (irrigated ?u)) (effector_idle))
    :effect (irrigated ?u)))
