(define (domain loft_office)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    zone asset item - object
    support enclosure appliance shade consumer - asset)
  (:predicates
    (agent_zone ?z - zone)
    (located ?a - asset ?z - zone)
    (placed_upon ?i - item ?s - support)
    (contained ?i - item ?e - enclosure)
    (unlatched ?e - enclosure)
    (energized ?p - appliance)
    (deployed ?s - shade)
    (replenished ?c - consumer)
    (grips ?i - item)
    (gripper_idle))
  (:action traverse
    :parameters (?a - zone ?b - zone)
    :precondition (agent_zone ?a)
    :effect (and (not (agent_zone ?a)) (agent_zone ?b)))
  (:action grasp
    :parameters (?i - item ?s - support ?z - zone)
    :precondition (and (agent_zone ?z) (located ?s ?z) (placed_upon ?i ?s) (gripper_idle))
    :effect (and (grips ?i) (not (placed_upon ?i ?s)) (not (gripper_idle))))
  (:action place
    :parameters (?i - item ?s - support ?z - zone)
    :precondition (and (agent_zone ?z) (located ?s ?z) (grips ?i))
    :effect (and (placed_upon ?i ?s) (gripper_idle) (not (grips ?i))))
  (:action extract
    :parameters (?i - item ?e - enclosure ?z - zone)
    :precondition (and (agent_zone ?z) (located ?e ?z) (contained ?i ?e) (unlatched ?e) (gripper_idle))
    :effect (and (grips ?i) (not (contained ?i ?e)) (not (gripper_idle))))
  (:action insert
    :parameters (?i - item ?e - enclosure ?z - zone)
    :precondition (and (agent_zone ?z) (located ?e ?z) (grips ?i) (unlatched ?e))
    :effect (and (contained ?i ?e) (gripper_idle) (not (grips ?i))))
  (:action unlatch
    :parameters (?e - enclosure ?z - zone)
    :precondition (and (agent_zone ?z) (located ?e ?z) (not (unlatched ?e)))
    :effect (unlatched ?e))
  (:action latch
    :parameters (?e - enclosure ?z - zone)
    :precondition (and (agent_zone ?z) (located ?e ?z) (unlatched ?e))
    :effect (not (unlatched ?e)))
  (:action energize
    :parameters (?p - appliance ?z - zone)
    :precondition (and (agent_zone ?z) (located ?p ?z) (not (energized ?p)))
    :effect (energized ?p))
  (:action deenergize
    :parameters (?p - appliance ?z - zone)
    :precondition (and (agent_zone ?z) (located ?p ?z) (energized ?p))
    :effect (not (energized ?p)))
  (:action deploy
    :parameters (?s - shade ?z - zone)
    :precondition (and (agent_zone ?z) (located ?s ?z) (not (deployed ?s)))
    :effect (deployed ?s))
  (:action retract
    :parameters (?s - shade ?z - zone)
    :precondition (and (agent_zone ?z) (located ?s ?z) (deployed ?s))
    :effect (not (deployed ?s)))
  (:action replenish
    :parameters (?c - consumer ?z - zone)
    :precondition (and (agent_zone ?z) (located ?c ?z) (not (replenished ?c)))
    :effect (replenished ?c)))
