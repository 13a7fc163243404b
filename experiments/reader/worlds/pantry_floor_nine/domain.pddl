(define (domain pantry_floor_nine)
  (:requirements :strips :typing :negative-preconditions)
  (:types store item appliance colleague - object
          bench cupboard - store
          basin - bench
          mug - item)
  (:predicates
    (robot-at ?s - store)
    (holding ?i - item)
    (arm-empty)
    (holds ?s - store ?i - item)
    (closed ?c - cupboard)
    (sits ?p - colleague ?s - store)
    (with-person ?p - colleague ?i - item)
    (stationed ?a - appliance ?s - store)
    (unplugged ?a - appliance)
    (on ?a - appliance)
    (used ?m - mug))
  (:action drive
    :parameters (?a - store ?b - store)
    :precondition (and (robot-at ?a) (not (robot-at ?b)))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action lift
    :parameters (?i - item ?s - bench)
    :precondition (and (robot-at ?s) (holds ?s ?i) (arm-empty))
    :effect (and (holding ?i) (not (holds ?s ?i)) (not (arm-empty))))
  (:action lower
    :parameters (?i - item ?s - bench)
    :precondition (and (robot-at ?s) (holding ?i))
    :effect (and (holds ?s ?i) (arm-empty) (not (holding ?i))))
  (:action reach-in
    :parameters (?i - item ?c - cupboard)
    :precondition (and (robot-at ?c) (holds ?c ?i) (not (closed ?c)) (arm-empty))
    :effect (and (holding ?i) (not (holds ?c ?i)) (not (arm-empty))))
  (:action stow
    :parameters (?i - item ?c - cupboard)
    :precondition (and (robot-at ?c) (holding ?i) (not (closed ?c)))
    :effect (and (holds ?c ?i) (arm-empty) (not (holding ?i))))
  (:action swing-open
    :parameters (?c - cupboard)
    :precondition (and (robot-at ?c) (closed ?c))
    :effect (not (closed ?c)))
  (:action push-to
    :parameters (?c - cupboard)
    :precondition (and (robot-at ?c) (not (closed ?c)))
    :effect (closed ?c))
  (:action give
    :parameters (?p - colleague ?i - item ?s - store)
    :precondition (and (robot-at ?s) (sits ?p ?s) (holding ?i))
    :effect (and (with-person ?p ?i) (arm-empty) (not (holding ?i))))
  (:action collect
    :parameters (?p - colleague ?i - item ?s - store)
    :precondition (and (robot-at ?s) (sits ?p ?s) (with-person ?p ?i) (arm-empty))
    :effect (and (holding ?i) (not (with-person ?p ?i)) (not (arm-empty))))
  (:action plug-in
    :parameters (?a - appliance ?s - store)
    :precondition (and (robot-at ?s) (stationed ?a ?s) (unplugged ?a))
    :effect (not (unplugged ?a)))
  (:action pull-plug
    :parameters (?a - appliance ?s - store)
    :precondition (and (robot-at ?s) (stationed ?a ?s) (not (unplugged ?a)))
    :effect (and (unplugged ?a) (not (on ?a))))
  (:action start
    :parameters (?a - appliance ?s - store)
    :precondition (and (robot-at ?s) (stationed ?a ?s) (not (unplugged ?a)) (not (on ?a)))
    :effect (on ?a))
  (:action stop
    :parameters (?a - appliance ?s - store)
    :precondition (and (robot-at ?s) (stationed ?a ?s) (on ?a))
    :effect (not (on ?a)))
  (:action rinse
    :parameters (?m - mug ?b - basin)
    :precondition (and (robot-at ?b) (holding ?m) (used ?m))
    :effect (not (used ?m)))
)
