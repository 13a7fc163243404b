(define (domain hawthorn_music_parlour)
  (:requirements :strips :typing :negative-preconditions)
  (:types room hand fixture thing - object
          support lidded gadget person - fixture
          case keyboard - lidded
          instrument pencil sheet - thing)
  (:predicates
    (in-room ?r - room)
    (stands ?f - fixture ?r - room)
    (door-closed)
    (free ?h - hand)
    (grasps ?h - hand ?x - thing)
    (holds ?s - support ?x - thing)
    (kept-in ?x - thing ?c - case)
    (lid-down ?l - lidded)
    (untuned ?i - instrument)
    (idle ?g - gadget)
    (blunt ?p - pencil)
    (given ?x - thing ?who - person))
  (:action open-door
    :parameters ()
    :precondition (door-closed)
    :effect (not (door-closed)))
  (:action close-door
    :parameters ()
    :precondition (not (door-closed))
    :effect (door-closed))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (in-room ?from) (not (in-room ?to)) (not (door-closed)))
    :effect (and (in-room ?to) (not (in-room ?from))))
  (:action lift
    :parameters (?h - hand ?x - thing ?s - support ?r - room)
    :precondition (and (in-room ?r) (stands ?s ?r) (holds ?s ?x) (free ?h))
    :effect (and (grasps ?h ?x) (not (holds ?s ?x)) (not (free ?h))))
  (:action lay
    :parameters (?h - hand ?x - thing ?s - support ?r - room)
    :precondition (and (in-room ?r) (stands ?s ?r) (grasps ?h ?x))
    :effect (and (holds ?s ?x) (free ?h) (not (grasps ?h ?x))))
  (:action unpack
    :parameters (?h - hand ?x - thing ?c - case ?r - room)
    :precondition (and (in-room ?r) (stands ?c ?r) (kept-in ?x ?c) (not (lid-down ?c)) (free ?h))
    :effect (and (grasps ?h ?x) (not (kept-in ?x ?c)) (not (free ?h))))
  (:action pack
    :parameters (?h - hand ?x - thing ?c - case ?r - room)
    :precondition (and (in-room ?r) (stands ?c ?r) (grasps ?h ?x) (not (lid-down ?c)))
    :effect (and (kept-in ?x ?c) (free ?h) (not (grasps ?h ?x))))
  (:action raise-lid
    :parameters (?l - lidded ?r - room)
    :precondition (and (in-room ?r) (stands ?l ?r) (lid-down ?l))
    :effect (not (lid-down ?l)))
  (:action lower-lid
    :parameters (?l - lidded ?r - room)
    :precondition (and (in-room ?r) (stands ?l ?r) (not (lid-down ?l)))
    :effect (lid-down ?l))
  (:action tune
    :parameters (?h - hand ?i - instrument)
    :precondition (and (grasps ?h ?i) (untuned ?i))
    :effect (not (untuned ?i)))
  (:action start
    :parameters (?g - gadget ?r - room)
    :precondition (and (in-room ?r) (stands ?g ?r) (idle ?g))
    :effect (not (idle ?g)))
  (:action stop
    :parameters (?g - gadget ?r - room)
    :precondition (and (in-room ?r) (stands ?g ?r) (not (idle ?g)))
    :effect (idle ?g))
  (:action sharpen
    :parameters (?h - hand ?p - pencil)
    :precondition (and (grasps ?h ?p) (blunt ?p))
    :effect (not (blunt ?p)))
  (:action hand-over
    :parameters (?h - hand ?x - thing ?who - person ?r - room)
    :precondition (and (in-room ?r) (stands ?who ?r) (grasps ?h ?x))
    :effect (and (given ?x ?who) (free ?h) (not (grasps ?h ?x)))))
