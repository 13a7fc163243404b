(define (domain penthouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    zone asset payload - object
    deck sealable switchable shade - asset
    dock - deck
    portal bay - sealable
    luminaire appliance - switchable
    gadget consumable textile - payload)
  (:predicates
    (agent_in ?z - zone)
    (sited ?a - asset ?z - zone)
    (resting_on ?p - payload ?d - deck)
    (contained_by ?p - payload ?b - bay)
    (unsealed ?s - sealable)
    (secured ?s - sealable)
    (energized ?s - switchable)
    (deployed ?s - shade)
    (charged ?g - gadget)
    (gripping ?p - payload)
    (gripper_idle))
  (:action navigate
    :parameters (?from - zone ?to - zone)
    :precondition (agent_in ?from)
    :effect (and (not (agent_in ?from)) (agent_in ?to)))
  (:action grasp
    :parameters (?p - payload ?d - deck ?z - zone)
    :precondition (and (agent_in ?z) (sited ?d ?z) (resting_on ?p ?d) (gripper_idle))
    :effect (and (gripping ?p) (not (resting_on ?p ?d)) (not (gripper_idle))))
  (:action release_onto
    :parameters (?p - payload ?d - deck ?z - zone)
    :precondition (and (agent_in ?z) (sited ?d ?z) (gripping ?p))
    :effect (and (resting_on ?p ?d) (gripper_idle) (not (gripping ?p))))
  (:action extract
    :parameters (?p - payload ?b - bay ?z - zone)
    :precondition (and (agent_in ?z) (sited ?b ?z) (contained_by ?p ?b) (unsealed ?b) (gripper_idle))
    :effect (and (gripping ?p) (not (contained_by ?p ?b)) (not (gripper_idle))))
  (:action insert
    :parameters (?p - payload ?b - bay ?z - zone)
    :precondition (and (agent_in ?z) (sited ?b ?z) (gripping ?p) (unsealed ?b))
    :effect (and (contained_by ?p ?b) (gripper_idle) (not (gripping ?p))))
  (:action unseal
    :parameters (?s - sealable ?z - zone)
    :precondition (and (agent_in ?z) (sited ?s ?z) (not (unsealed ?s)) (not (secured ?s)))
    :effect (unsealed ?s))
  (:action seal
    :parameters (?s - sealable ?z - zone)
    :precondition (and (agent_in ?z) (sited ?s ?z) (unsealed ?s))
    :effect (not (unsealed ?s)))
  (:action secure
    :parameters (?p - portal ?z - zone)
    :precondition (and (agent_in ?z) (sited ?p ?z) (not (unsealed ?p)) (not (secured ?p)))
    :effect (secured ?p))
  (:action unsecure
    :parameters (?p - portal ?z - zone)
    :precondition (and (agent_in ?z) (sited ?p ?z) (secured ?p))
    :effect (not (secured ?p)))
  (:action energize
    :parameters (?s - switchable)
    :precondition (not (energized ?s))
    :effect (energized ?s))
  (:action deenergize
    :parameters (?s - switchable)
    :precondition (energized ?s)
    :effect (not (energized ?s)))
  (:action deploy
    :parameters (?s - shade)
    :precondition (not (deployed ?s))
    :effect (deployed ?s))
  (:action retract
    :parameters (?s - shade)
    :precondition (deployed ?s)
    :effect (not (deployed ?s)))
  (:action charge
    :parameters (?g - gadget ?d - dock ?z - zone)
    :precondition (and (agent_in ?z) (sited ?d ?z) (resting_on ?g ?d) (not (charged ?g)))
    :effect (charged ?g)))
