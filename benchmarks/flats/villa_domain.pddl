(define (domain villa)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area guest item fitting - object
    towel drink suitcase book toy hat - item
    surface openable appliance bed pool - fitting
    clothesline - surface
    storage parasol shutter - openable
    lamp pump radio - appliance)
  (:predicates
    (robot-at ?a - area)
    (linked ?a ?b - area)
    (located ?f - fitting ?a - area)
    (guest-in ?g - guest ?a - area)
    (lies-in ?i - item ?a - area)
    (upon ?i - item ?s - surface)
    (inside ?i - item ?s - storage)
    (carrying ?i - item)
    (gripper-empty)
    (has ?g - guest ?i - item)
    (owned-by ?i - item ?g - guest)
    (opened ?o - openable)
    (switched-on ?d - appliance)
    (made ?b - bed)
    (covered ?p - pool)
    (wet ?t - towel)
    (red ?x - object)
    (white ?x - object)
    (brown ?x - object)
    (green ?x - object)
    (striped ?x - object))
  (:action walk
    :parameters (?a ?b - area)
    :precondition (and (robot-at ?a) (linked ?a ?b))
    :effect (and (not (robot-at ?a)) (robot-at ?b)))
  (:action pick-up
    :parameters (?i - item ?a - area)
    :precondition (and (robot-at ?a) (lies-in ?i ?a) (gripper-empty))
    :effect (and (not (lies-in ?i ?a)) (not (gripper-empty)) (carrying ?i)))
  (:action lay-down
    :parameters (?i - item ?a - area)
    :precondition (and (robot-at ?a) (carrying ?i))
    :effect (and (lies-in ?i ?a) (gripper-empty) (not (carrying ?i))))
  (:action take-from
    :parameters (?i - item ?s - surface ?a - area)
    :precondition (and (robot-at ?a) (located ?s ?a) (upon ?i ?s) (gripper-empty))
    :effect (and (not (upon ?i ?s)) (not (gripper-empty)) (carrying ?i)))
  (:action place-on
    :parameters (?i - item ?s - surface ?a - area)
    :precondition (and (robot-at ?a) (located ?s ?a) (carrying ?i))
    :effect (and (upon ?i ?s) (gripper-empty) (not (carrying ?i))))
  (:action take-out
    :parameters (?i - item ?s - storage ?a - area)
    :precondition (and (robot-at ?a) (located ?s ?a) (opened ?s) (inside ?i ?s) (gripper-empty))
    :effect (and (not (inside ?i ?s)) (not (gripper-empty)) (carrying ?i)))
  (:action stow-in
    :parameters (?i - item ?s - storage ?a - area)
    :precondition (and (robot-at ?a) (located ?s ?a) (opened ?s) (carrying ?i))
    :effect (and (inside ?i ?s) (gripper-empty) (not (carrying ?i))))
  (:action hand-over
    :parameters (?i - item ?g - guest ?a - area)
    :precondition (and (robot-at ?a) (guest-in ?g ?a) (carrying ?i))
    :effect (and (has ?g ?i) (gripper-empty) (not (carrying ?i))))
  (:action open-up
    :parameters (?o - openable ?a - area)
    :precondition (and (robot-at ?a) (located ?o ?a) (not (opened ?o)))
    :effect (opened ?o))
  (:action close-up
    :parameters (?o - openable ?a - area)
    :precondition (and (robot-at ?a) (located ?o ?a) (opened ?o))
    :effect (not (opened ?o)))
  (:action switch-on
    :parameters (?d - appliance ?a - area)
    :precondition (and (robot-at ?a) (located ?d ?a) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - appliance ?a - area)
    :precondition (and (robot-at ?a) (located ?d ?a) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action make-bed
    :parameters (?b - bed ?a - area)
    :precondition (and (robot-at ?a) (located ?b ?a) (gripper-empty) (not (made ?b)))
    :effect (made ?b))
  (:action cover-pool
    :parameters (?p - pool ?a - area)
    :precondition (and (robot-at ?a) (located ?p ?a) (gripper-empty) (not (covered ?p)))
    :effect (covered ?p))
  (:action uncover-pool
    :parameters (?p - pool ?a - area)
    :precondition (and (robot-at ?a) (located ?p ?a) (gripper-empty) (covered ?p))
    :effect (not (covered ?p)))
  (:action dry-towel
    :parameters (?t - towel ?l - clothesline ?a - area)
    :precondition (and (robot-at ?a) (located ?l ?a) (upon ?t ?l) (wet ?t))
    :effect (not (wet ?t))))
