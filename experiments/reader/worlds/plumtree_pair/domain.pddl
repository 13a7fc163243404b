(define (domain plumtree_pair)
  (:requirements :strips :typing :negative-preconditions)
  (:types zone gate site obj plant person - object
          surf machine - site
          dish can - obj)
  (:predicates
    (bot_in ?z - zone)
    (joins ?g - gate ?a - zone ?b - zone)
    (gate_open ?g - gate)
    (part_of ?s - site ?z - zone)
    (location ?o - obj ?s - site)
    (grip ?o - obj)
    (grip_none)
    (machine_shut ?m - machine)
    (dirty ?d - dish)
    (tap_in ?z - zone)
    (filled ?c - can)
    (thirsty ?p - plant)
    (grows ?p - plant ?z - zone)
    (owns ?h - person ?o - obj)
    (around ?h - person ?z - zone))
  (:action step
    :parameters (?g - gate ?a - zone ?b - zone)
    :precondition (and (bot_in ?a) (joins ?g ?a ?b) (gate_open ?g))
    :effect (and (bot_in ?b) (not (bot_in ?a))))
  (:action open_gate
    :parameters (?g - gate ?a - zone ?b - zone)
    :precondition (and (bot_in ?a) (joins ?g ?a ?b) (not (gate_open ?g)))
    :effect (gate_open ?g))
  (:action shut_gate
    :parameters (?g - gate ?a - zone ?b - zone)
    :precondition (and (bot_in ?a) (joins ?g ?a ?b) (gate_open ?g))
    :effect (not (gate_open ?g)))
  (:action take
    :parameters (?o - obj ?s - surf ?z - zone)
    :precondition (and (bot_in ?z) (part_of ?s ?z) (location ?o ?s) (grip_none))
    :effect (and (grip ?o) (not (location ?o ?s)) (not (grip_none))))
  (:action put
    :parameters (?o - obj ?s - surf ?z - zone)
    :precondition (and (bot_in ?z) (part_of ?s ?z) (grip ?o))
    :effect (and (location ?o ?s) (grip_none) (not (grip ?o))))
  (:action load
    :parameters (?d - dish ?m - machine ?z - zone)
    :precondition (and (bot_in ?z) (part_of ?m ?z) (grip ?d) (not (machine_shut ?m)))
    :effect (and (location ?d ?m) (grip_none) (not (grip ?d))))
  (:action unload
    :parameters (?d - dish ?m - machine ?z - zone)
    :precondition (and (bot_in ?z) (part_of ?m ?z) (location ?d ?m) (not (machine_shut ?m)) (grip_none))
    :effect (and (grip ?d) (not (location ?d ?m)) (not (grip_none))))
  (:action shut_machine
    :parameters (?m - machine ?z - zone)
    :precondition (and (bot_in ?z) (part_of ?m ?z) (not (machine_shut ?m)))
    :effect (machine_shut ?m))
  (:action open_machine
    :parameters (?m - machine ?z - zone)
    :precondition (and (bot_in ?z) (part_of ?m ?z) (machine_shut ?m))
    :effect (not (machine_shut ?m)))
  (:action wash
    :parameters (?d - dish ?m - machine ?z - zone)
    :precondition (and (bot_in ?z) (part_of ?m ?z) (location ?d ?m) (machine_shut ?m) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action fill
    :parameters (?c - can ?z - zone)
    :precondition (and (bot_in ?z) (tap_in ?z) (grip ?c) (not (filled ?c)))
    :effect (filled ?c))
  (:action water
    :parameters (?p - plant ?c - can ?z - zone)
    :precondition (and (bot_in ?z) (grows ?p ?z) (grip ?c) (filled ?c) (thirsty ?p))
    :effect (and (not (thirsty ?p)) (not (filled ?c))))
  (:action give
    :parameters (?o - obj ?h - person ?z - zone)
    :precondition (and (bot_in ?z) (around ?h ?z) (grip ?o))
    :effect (and (owns ?h ?o) (grip_none) (not (grip ?o))))
  (:action get_back
    :parameters (?o - obj ?h - person ?z - zone)
    :precondition (and (bot_in ?z) (around ?h ?z) (owns ?h ?o) (grip_none))
    :effect (and (grip ?o) (not (owns ?h ?o)) (not (grip_none))))
)
