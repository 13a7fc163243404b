(define (domain corries_flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types room spot item lamp person - object
          surface container - spot
          towel - item)
  (:constants bath - room)
  (:predicates
    (robot-at ?r - room)
    (connects ?a - room ?b - room)
    (spot-in ?s - spot ?r - room)
    (lying-on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (closed ?c - container)
    (lamp-in ?l - lamp ?r - room)
    (burning ?l - lamp)
    (holding ?i - item)
    (gripper-empty)
    (has ?p - person ?i - item)
    (person-in ?p - person ?r - room)
    (wet ?t - towel))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (connects ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (spot-in ?s ?r) (lying-on ?i ?s) (gripper-empty))
    :effect (and (holding ?i) (not (lying-on ?i ?s)) (not (gripper-empty))))
  (:action put-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (spot-in ?s ?r) (holding ?i))
    :effect (and (lying-on ?i ?s) (gripper-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (spot-in ?c ?r) (inside ?i ?c) (not (closed ?c)) (gripper-empty))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (gripper-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (spot-in ?c ?r) (holding ?i) (not (closed ?c)))
    :effect (and (inside ?i ?c) (gripper-empty) (not (holding ?i))))
  (:action open-up
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (spot-in ?c ?r) (closed ?c))
    :effect (not (closed ?c)))
  (:action close-up
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (spot-in ?c ?r) (not (closed ?c)))
    :effect (closed ?c))
  (:action light-up
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (lamp-in ?l ?r) (not (burning ?l)))
    :effect (burning ?l))
  (:action put-out
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (lamp-in ?l ?r) (burning ?l))
    :effect (not (burning ?l)))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (person-in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (gripper-empty) (not (holding ?i))))
  (:action receive
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (person-in ?p ?r) (has ?p ?i) (gripper-empty))
    :effect (and (holding ?i) (not (has ?p ?i)) (not (gripper-empty))))
  (:action blow-dry
    :parameters (?t - towel)
    :precondition (and (robot-at bath) (holding ?t) (wet ?t))
    :effect (not (wet ?t)))
)
