(define (domain townflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item device cat person - object
    surface receptacle portal - fixture)
  (:predicates
    (robot-at ?r - room)
    (gripper-free)
    (holding ?i - item)
    (item-at ?i - item ?f - fixture)
    (item-with ?i - item ?p - person)
    (is-open ?f - fixture)
    (powered ?d - device)
    (is-clean ?i - item)
    (is-watered ?i - item)
    (pet-at ?c - cat ?r - room)
    (adjacent ?a ?b - room)
    (portal-between ?p - portal ?a ?b - room)
    (fixture-in ?f - fixture ?r - room)
    (device-in ?d - device ?r - room)
    (person-in ?p - person ?r - room)
    (has-sink ?r - room)
    (is-washable ?i - item)
    (is-plant ?i - item))

  (:action move
    :parameters (?from ?to - room)
    :precondition (and (robot-at ?from) (adjacent ?from ?to))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action pass-portal
    :parameters (?from ?to - room ?p - portal)
    :precondition (and (robot-at ?from) (portal-between ?p ?from ?to) (is-open ?p))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action open-receptacle
    :parameters (?f - receptacle ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?f ?r) (not (is-open ?f)))
    :effect (is-open ?f))

  (:action close-receptacle
    :parameters (?f - receptacle ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?f ?r) (is-open ?f))
    :effect (not (is-open ?f)))

  (:action open-portal
    :parameters (?p - portal ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?p ?r) (not (is-open ?p)))
    :effect (is-open ?p))

  (:action close-portal
    :parameters (?p - portal ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?p ?r) (is-open ?p))
    :effect (not (is-open ?p)))

  (:action pick-from-surface
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?s ?r) (item-at ?i ?s) (gripper-free))
    :effect (and (not (item-at ?i ?s)) (not (gripper-free)) (holding ?i)))

  (:action place-on-surface
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?s ?r) (holding ?i))
    :effect (and (not (holding ?i)) (gripper-free) (item-at ?i ?s)))

  (:action pick-from-receptacle
    :parameters (?i - item ?f - receptacle ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?f ?r) (is-open ?f) (item-at ?i ?f) (gripper-free))
    :effect (and (not (item-at ?i ?f)) (not (gripper-free)) (holding ?i)))

  (:action place-in-receptacle
    :parameters (?i - item ?f - receptacle ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?f ?r) (is-open ?f) (holding ?i))
    :effect (and (not (holding ?i)) (gripper-free) (item-at ?i ?f)))

  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (person-in ?p ?r) (holding ?i))
    :effect (and (not (holding ?i)) (gripper-free) (item-with ?i ?p)))

  (:action take-back
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (person-in ?p ?r) (item-with ?i ?p) (gripper-free))
    :effect (and (not (item-with ?i ?p)) (not (gripper-free)) (holding ?i)))

  (:action power-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (device-in ?d ?r) (not (powered ?d)))
    :effect (powered ?d))

  (:action power-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (device-in ?d ?r) (powered ?d))
    :effect (not (powered ?d)))

  (:action wash
    :parameters (?i - item ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?i) (is-washable ?i) (not (is-clean ?i)))
    :effect (is-clean ?i))

  (:action water-plant
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (fixture-in ?s ?r) (item-at ?i ?s) (is-plant ?i) (not (is-watered ?i)))
    :effect (is-watered ?i))

  (:action lead-cat
    :parameters (?c - cat ?from ?to - room)
    :precondition (and (robot-at ?from) (pet-at ?c ?from) (adjacent ?from ?to))
    :effect (and (not (pet-at ?c ?from)) (pet-at ?c ?to)))

  (:action let-cat-through
    :parameters (?c - cat ?from ?to - room ?p - portal)
    :precondition (and (robot-at ?from) (pet-at ?c ?from) (portal-between ?p ?from ?to) (is-open ?p))
    :effect (and (not (pet-at ?c ?from)) (pet-at ?c ?to))))
