(define (domain riverflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room door student colour spot item blind radiator bin - object
    surface storage - spot
    washable food gadget paper - item
    dish garment - washable)
  (:predicates
    (bot-in ?r - room)
    (leads ?d - door ?a ?b - room)
    (door-open ?d - door)
    (stands-in ?s - spot ?r - room)
    (blind-of ?b - blind ?r - room)
    (radiator-of ?h - radiator ?r - room)
    (bin-of ?b - bin ?r - room)
    (room-of ?r - room ?p - student)
    (belongs-to ?i - item ?p - student)
    (has-colour ?i - item ?c - colour)
    (at ?i - item ?s - spot)
    (carrying ?i - item)
    (gripper-empty)
    (shut ?s - storage)
    (washes-dishes ?s - surface)
    (washes-clothes ?s - storage)
    (dirty ?w - washable)
    (lowered ?b - blind)
    (heating-on ?h - radiator)
    (full ?b - bin))

  (:action walk
    :parameters (?a ?b - room ?d - door)
    :precondition (and (bot-in ?a) (leads ?d ?a ?b) (door-open ?d))
    :effect (and (not (bot-in ?a)) (bot-in ?b)))
  (:action open-door
    :parameters (?d - door ?a ?b - room)
    :precondition (and (bot-in ?a) (leads ?d ?a ?b) (not (door-open ?d)))
    :effect (door-open ?d))
  (:action close-door
    :parameters (?d - door ?a ?b - room)
    :precondition (and (bot-in ?a) (leads ?d ?a ?b) (door-open ?d))
    :effect (not (door-open ?d)))
  (:action grab
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (at ?i ?s) (gripper-empty))
    :effect (and (not (at ?i ?s)) (carrying ?i) (not (gripper-empty))))
  (:action set-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (carrying ?i))
    :effect (and (at ?i ?s) (not (carrying ?i)) (gripper-empty)))
  (:action take-out
    :parameters (?i - item ?s - storage ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (at ?i ?s) (not (shut ?s)) (gripper-empty))
    :effect (and (not (at ?i ?s)) (carrying ?i) (not (gripper-empty))))
  (:action stow
    :parameters (?i - item ?s - storage ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (carrying ?i) (not (shut ?s)))
    :effect (and (at ?i ?s) (not (carrying ?i)) (gripper-empty)))
  (:action open-up
    :parameters (?s - storage ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (shut ?s) (gripper-empty))
    :effect (not (shut ?s)))
  (:action shut-up
    :parameters (?s - storage ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (not (shut ?s)) (gripper-empty))
    :effect (shut ?s))
  (:action wash-up
    :parameters (?w - dish ?s - surface ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (washes-dishes ?s) (at ?w ?s) (dirty ?w) (gripper-empty))
    :effect (not (dirty ?w)))
  (:action launder
    :parameters (?g - garment ?s - storage ?r - room)
    :precondition (and (bot-in ?r) (stands-in ?s ?r) (washes-clothes ?s) (at ?g ?s) (shut ?s) (dirty ?g))
    :effect (not (dirty ?g)))
  (:action raise-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (bot-in ?r) (blind-of ?b ?r) (lowered ?b))
    :effect (not (lowered ?b)))
  (:action lower-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (bot-in ?r) (blind-of ?b ?r) (not (lowered ?b)))
    :effect (lowered ?b))
  (:action heat-up
    :parameters (?h - radiator ?r - room)
    :precondition (and (bot-in ?r) (radiator-of ?h ?r) (not (heating-on ?h)))
    :effect (heating-on ?h))
  (:action heat-off
    :parameters (?h - radiator ?r - room)
    :precondition (and (bot-in ?r) (radiator-of ?h ?r) (heating-on ?h))
    :effect (not (heating-on ?h)))
  (:action empty-bin
    :parameters (?b - bin ?r - room)
    :precondition (and (bot-in ?r) (bin-of ?b ?r) (full ?b) (gripper-empty))
    :effect (not (full ?b))))
