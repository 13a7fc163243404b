(define (domain officeflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person door - object
    installed portable - object
    blind device storage whiteboard - installed
    lamp monitor machine - device
    gadget mug paper food cloth thing - portable)
  (:predicates
    (robot-at ?r - room)
    (passage ?a - room ?b - room)
    (door-between ?d - door ?a - room ?b - room)
    (door-open ?d - door)
    (installed-in ?x - installed ?r - room)
    (has-socket ?r - room)
    (person-at ?p - person ?r - room)
    (office-of ?r - room ?p - person)
    (owner ?x - portable ?p - person)
    (raised ?b - blind)
    (powered ?d - device)
    (written-on ?w - whiteboard)
    (located ?x - portable ?r - room)
    (stored-in ?x - portable ?s - storage)
    (with-person ?x - portable ?p - person)
    (carrying ?x - portable)
    (arm-free)
    (charging ?x - portable))
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (passage ?a ?b))
    :effect (and (not (robot-at ?a)) (robot-at ?b)))
  (:action go-through
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-at ?a) (door-between ?d ?a ?b) (door-open ?d))
    :effect (and (not (robot-at ?a)) (robot-at ?b)))
  (:action open-door
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-at ?a) (door-between ?d ?a ?b) (not (door-open ?d)))
    :effect (door-open ?d))
  (:action close-door
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-at ?a) (door-between ?d ?a ?b) (door-open ?d))
    :effect (not (door-open ?d)))
  (:action raise-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-at ?r) (installed-in ?b ?r) (not (raised ?b)))
    :effect (raised ?b))
  (:action lower-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-at ?r) (installed-in ?b ?r) (raised ?b))
    :effect (not (raised ?b)))
  (:action power-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (installed-in ?d ?r) (not (powered ?d)))
    :effect (powered ?d))
  (:action power-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (installed-in ?d ?r) (powered ?d))
    :effect (not (powered ?d)))
  (:action grab
    :parameters (?x - portable ?r - room)
    :precondition (and (robot-at ?r) (located ?x ?r) (not (charging ?x)) (arm-free))
    :effect (and (carrying ?x) (not (located ?x ?r)) (not (arm-free))))
  (:action drop
    :parameters (?x - portable ?r - room)
    :precondition (and (robot-at ?r) (carrying ?x))
    :effect (and (located ?x ?r) (arm-free) (not (carrying ?x))))
  (:action stow
    :parameters (?x - portable ?s - storage ?r - room)
    :precondition (and (robot-at ?r) (installed-in ?s ?r) (carrying ?x))
    :effect (and (stored-in ?x ?s) (arm-free) (not (carrying ?x))))
  (:action retrieve
    :parameters (?x - portable ?s - storage ?r - room)
    :precondition (and (robot-at ?r) (installed-in ?s ?r) (stored-in ?x ?s) (arm-free))
    :effect (and (carrying ?x) (not (stored-in ?x ?s)) (not (arm-free))))
  (:action hand-to
    :parameters (?x - portable ?p - person ?r - room)
    :precondition (and (robot-at ?r) (person-at ?p ?r) (carrying ?x))
    :effect (and (with-person ?x ?p) (arm-free) (not (carrying ?x))))
  (:action plug-in
    :parameters (?g - gadget ?r - room)
    :precondition (and (robot-at ?r) (has-socket ?r) (located ?g ?r) (arm-free) (not (charging ?g)))
    :effect (charging ?g))
  (:action unplug
    :parameters (?g - gadget ?r - room)
    :precondition (and (robot-at ?r) (located ?g ?r) (arm-free) (charging ?g))
    :effect (not (charging ?g)))
  (:action wipe
    :parameters (?w - whiteboard ?c - cloth ?r - room)
    :precondition (and (robot-at ?r) (installed-in ?w ?r) (carrying ?c) (written-on ?w))
    :effect (not (written-on ?w))))
