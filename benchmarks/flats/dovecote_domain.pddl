(define (domain dovecote)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture creature machine movable - object
          furniture window - fixture
          cabinet - furniture
          person dove - creature
          scarf book cup sweeper - movable)
  (:predicates
    (robot-in ?r - room)
    (part-of ?f - fixture ?r - room)
    (plugged-in-at ?m - machine ?r - room)
    (stays-in ?c - creature ?r - room)
    (hinged ?f - fixture)
    (shut ?f - fixture)
    (lies-at ?m - movable ?f - furniture)
    (carried ?m - movable)
    (free-gripper)
    (has ?p - person ?m - movable)
    (idle ?m - machine)
    (fed ?d - dove)
    (folded ?s - scarf)
    (clean ?c - cup)
    (swept ?r - room)
    (has-tap ?r - room))
  (:action walk
    :parameters (?a ?b - room)
    :precondition (and (robot-in ?a) (not (robot-in ?b)))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action grab
    :parameters (?m - movable ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (part-of ?f ?r) (lies-at ?m ?f) (not (shut ?f)) (free-gripper))
    :effect (and (carried ?m) (not (free-gripper)) (not (lies-at ?m ?f))))
  (:action set-down
    :parameters (?m - movable ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (part-of ?f ?r) (carried ?m) (not (shut ?f)))
    :effect (and (lies-at ?m ?f) (free-gripper) (not (carried ?m))))
  (:action open-up
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-in ?r) (part-of ?f ?r) (hinged ?f) (shut ?f))
    :effect (not (shut ?f)))
  (:action close-up
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-in ?r) (part-of ?f ?r) (hinged ?f) (not (shut ?f)))
    :effect (shut ?f))
  (:action hand-over
    :parameters (?m - movable ?p - person ?r - room)
    :precondition (and (robot-in ?r) (stays-in ?p ?r) (carried ?m))
    :effect (and (has ?p ?m) (free-gripper) (not (carried ?m))))
  (:action take-back
    :parameters (?m - movable ?p - person ?r - room)
    :precondition (and (robot-in ?r) (stays-in ?p ?r) (has ?p ?m) (free-gripper))
    :effect (and (carried ?m) (not (has ?p ?m)) (not (free-gripper))))
  (:action feed
    :parameters (?d - dove ?r - room)
    :precondition (and (robot-in ?r) (stays-in ?d ?r) (free-gripper) (not (fed ?d)))
    :effect (fed ?d))
  (:action start
    :parameters (?m - machine ?r - room)
    :precondition (and (robot-in ?r) (plugged-in-at ?m ?r) (idle ?m))
    :effect (not (idle ?m)))
  (:action stop
    :parameters (?m - machine ?r - room)
    :precondition (and (robot-in ?r) (plugged-in-at ?m ?r) (not (idle ?m)))
    :effect (idle ?m))
  (:action fold
    :parameters (?s - scarf)
    :precondition (and (carried ?s) (not (folded ?s)))
    :effect (folded ?s))
  (:action rinse
    :parameters (?c - cup ?r - room)
    :precondition (and (carried ?c) (robot-in ?r) (has-tap ?r) (not (clean ?c)))
    :effect (clean ?c))
  (:action sweep
    :parameters (?r - room ?b - sweeper)
    :precondition (and (robot-in ?r) (carried ?b) (not (swept ?r)))
    :effect (swept ?r)))
