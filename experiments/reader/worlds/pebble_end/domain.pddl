(define (domain pebble_end)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room place thing door lamp plant cat - object
    surface washer - place
    clothing odd-thing can - thing)
  (:predicates
    (within ?x - object ?r - room)
    (holds ?p - place ?t - thing)
    (in-hand ?t - thing)
    (hand-empty)
    (off ?l - lamp)
    (shut ?d - door)
    (locked ?d - door)
    (running ?w - washer)
    (thirsty ?p - plant)
    (hungry ?c - cat))
  (:action pick-up
    :parameters (?t - thing ?s - surface)
    :precondition (and (holds ?s ?t) (hand-empty))
    :effect (and (in-hand ?t) (not (holds ?s ?t)) (not (hand-empty))))
  (:action put-down
    :parameters (?t - thing ?s - surface)
    :precondition (and (in-hand ?t))
    :effect (and (holds ?s ?t) (hand-empty) (not (in-hand ?t))))
  (:action load
    :parameters (?t - clothing ?w - washer)
    :precondition (and (in-hand ?t) (not (running ?w)))
    :effect (and (holds ?w ?t) (hand-empty) (not (in-hand ?t))))
  (:action unload
    :parameters (?t - clothing ?w - washer)
    :precondition (and (holds ?w ?t) (hand-empty) (not (running ?w)))
    :effect (and (in-hand ?t) (not (holds ?w ?t)) (not (hand-empty))))
  (:action start-washer
    :parameters (?w - washer)
    :precondition (and (not (running ?w)))
    :effect (and (running ?w)))
  (:action stop-washer
    :parameters (?w - washer)
    :precondition (and (running ?w))
    :effect (and (not (running ?w))))
  (:action light
    :parameters (?l - lamp)
    :precondition (and (off ?l))
    :effect (and (not (off ?l))))
  (:action put-out
    :parameters (?l - lamp)
    :precondition (and (not (off ?l)))
    :effect (and (off ?l)))
  (:action open-door
    :parameters (?d - door)
    :precondition (and (shut ?d) (not (locked ?d)))
    :effect (and (not (shut ?d))))
  (:action shut-door
    :parameters (?d - door)
    :precondition (and (not (shut ?d)))
    :effect (and (shut ?d)))
  (:action lock
    :parameters (?d - door)
    :precondition (and (shut ?d) (not (locked ?d)))
    :effect (and (locked ?d)))
  (:action unlock
    :parameters (?d - door)
    :precondition (and (locked ?d))
    :effect (and (not (locked ?d))))
  (:action water
    :parameters (?p - plant ?c - can)
    :precondition (and (in-hand ?c) (thirsty ?p))
    :effect (and (not (thirsty ?p))))
  (:action feed
    :parameters (?c - cat)
    :precondition (and (hungry ?c) (hand-empty))
    :effect (and (not (hungry ?c)))))
