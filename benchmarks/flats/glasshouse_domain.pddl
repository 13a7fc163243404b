(define (domain glasshouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture movable - object
          wet_room - room
          spot openable blind appliance - fixture
          container window door - openable
          plant tool - movable
          can shears - tool
          small_thing - movable)
  (:predicates
    (robot-in ?r - room)
    (located ?f - fixture ?r - room)
    (at ?m - movable ?s - spot)
    (inside ?m - movable ?c - container)
    (carrying ?m - movable)
    (gripper-free)
    (opened ?o - openable)
    (locked ?o - openable)
    (lowered ?b - blind)
    (powered ?a - appliance)
    (can-full ?c - can)
    (watered ?p - plant)
    (pruned ?p - plant)
    (wiped ?w - window))
  (:action move-to
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action grasp
    :parameters (?m - movable ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (at ?m ?s) (gripper-free))
    :effect (and (carrying ?m) (not (at ?m ?s)) (not (gripper-free))))
  (:action set-down
    :parameters (?m - movable ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (carrying ?m))
    :effect (and (at ?m ?s) (gripper-free) (not (carrying ?m))))
  (:action stow
    :parameters (?m - movable ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (opened ?c) (carrying ?m))
    :effect (and (inside ?m ?c) (gripper-free) (not (carrying ?m))))
  (:action fetch-out
    :parameters (?m - movable ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (opened ?c) (inside ?m ?c) (gripper-free))
    :effect (and (carrying ?m) (not (inside ?m ?c)) (not (gripper-free))))
  (:action open-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (not (opened ?o)) (not (locked ?o)))
    :effect (and (opened ?o)))
  (:action shut-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (opened ?o))
    :effect (and (not (opened ?o))))
  (:action lock-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (opened ?d)) (not (locked ?d)))
    :effect (and (locked ?d)))
  (:action lower-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (not (lowered ?b)))
    :effect (and (lowered ?b)))
  (:action raise-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (lowered ?b))
    :effect (and (not (lowered ?b))))
  (:action power-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (not (powered ?a)))
    :effect (and (powered ?a)))
  (:action power-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (powered ?a))
    :effect (and (not (powered ?a))))
  (:action fill-can
    :parameters (?c - can ?r - wet_room)
    :precondition (and (robot-in ?r) (carrying ?c) (not (can-full ?c)))
    :effect (and (can-full ?c)))
  (:action water-plant
    :parameters (?p - plant ?s - spot ?c - can ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (at ?p ?s) (carrying ?c) (can-full ?c))
    :effect (and (watered ?p)))
  (:action prune-plant
    :parameters (?p - plant ?s - spot ?t - shears ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (at ?p ?s) (carrying ?t))
    :effect (and (pruned ?p)))
  (:action wipe-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-in ?r) (located ?w ?r) (gripper-free))
    :effect (and (wiped ?w))))
