(define (domain shorehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person gripper fixture item - object
    surface basket closable device tap - fixture
    cupboard window door gate - closable
    beaker bucket toy - item)
  (:predicates
    (robot-at ?r - room)
    (fixed-in ?f - fixture ?r - room)
    (whereabouts ?p - person ?r - room)
    (on-top ?i - item ?s - surface)
    (inside ?i - item ?f - fixture)
    (held-by ?i - item ?p - person)
    (carrying ?g - gripper ?i - item)
    (free ?g - gripper)
    (opened ?c - closable)
    (running ?d - device)
    (filled ?b - beaker)
    (sandy ?r - room))

  (:action drive
    :parameters (?a ?b - room)
    :precondition (and (robot-at ?a))
    :effect (and (not (robot-at ?a)) (robot-at ?b)))
  (:action pick-off
    :parameters (?g - gripper ?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?s ?r) (on-top ?i ?s) (free ?g))
    :effect (and (carrying ?g ?i) (not (free ?g)) (not (on-top ?i ?s))))
  (:action place-on
    :parameters (?g - gripper ?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?s ?r) (carrying ?g ?i))
    :effect (and (on-top ?i ?s) (free ?g) (not (carrying ?g ?i))))
  (:action fish-out
    :parameters (?g - gripper ?i - item ?b - basket ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?b ?r) (inside ?i ?b) (free ?g))
    :effect (and (carrying ?g ?i) (not (free ?g)) (not (inside ?i ?b))))
  (:action drop-in
    :parameters (?g - gripper ?i - item ?b - basket ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?b ?r) (carrying ?g ?i))
    :effect (and (inside ?i ?b) (free ?g) (not (carrying ?g ?i))))
  (:action take-from-cupboard
    :parameters (?g - gripper ?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?c ?r) (opened ?c) (inside ?i ?c) (free ?g))
    :effect (and (carrying ?g ?i) (not (free ?g)) (not (inside ?i ?c))))
  (:action store-in-cupboard
    :parameters (?g - gripper ?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?c ?r) (opened ?c) (carrying ?g ?i))
    :effect (and (inside ?i ?c) (free ?g) (not (carrying ?g ?i))))
  (:action open-up
    :parameters (?g - gripper ?c - closable ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?c ?r) (free ?g) (not (opened ?c)))
    :effect (and (opened ?c)))
  (:action shut
    :parameters (?c - closable ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?c ?r) (opened ?c))
    :effect (and (not (opened ?c))))
  (:action power-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?d ?r) (not (running ?d)))
    :effect (and (running ?d)))
  (:action power-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?d ?r) (running ?d))
    :effect (and (not (running ?d))))
  (:action fill-beaker
    :parameters (?g - gripper ?b - beaker ?t - tap ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?t ?r) (carrying ?g ?b) (not (filled ?b)))
    :effect (and (filled ?b)))
  (:action sweep
    :parameters (?r - room ?g - gripper)
    :precondition (and (robot-at ?r) (sandy ?r) (free ?g))
    :effect (and (not (sandy ?r))))
  (:action hand-to
    :parameters (?g - gripper ?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (whereabouts ?p ?r) (carrying ?g ?i))
    :effect (and (held-by ?i ?p) (free ?g) (not (carrying ?g ?i))))
  (:action take-off-person
    :parameters (?g - gripper ?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (whereabouts ?p ?r) (held-by ?i ?p) (free ?g))
    :effect (and (carrying ?g ?i) (not (free ?g)) (not (held-by ?i ?p)))))
