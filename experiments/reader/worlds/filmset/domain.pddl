(define (domain filmset)
  (:requirements :strips :typing :negative-preconditions)
  (:types area movable device - object
          camera prop performer - movable
          lamp fogger - device)
  (:predicates
    (located-at ?m - movable ?a - area)
    (grasped ?p - prop)
    (gripper-free)
    (is-on ?d - device)
    (card-loaded ?c - camera)
    (rolling ?c - camera)
    (focused ?c - camera)
    (made-up ?t - performer)
    (hushed))
  (:action grab
    :parameters (?p - prop ?a - area)
    :precondition (and (located-at ?p ?a) (gripper-free))
    :effect (and (grasped ?p) (not (located-at ?p ?a)) (not (gripper-free))))
  (:action place
    :parameters (?p - prop ?a - area)
    :precondition (grasped ?p)
    :effect (and (located-at ?p ?a) (gripper-free) (not (grasped ?p))))
  (:action usher
    :parameters (?t - performer ?from - area ?to - area)
    :precondition (located-at ?t ?from)
    :effect (and (located-at ?t ?to) (not (located-at ?t ?from))))
  (:action dolly
    :parameters (?c - camera ?from - area ?to - area)
    :precondition (and (located-at ?c ?from) (not (rolling ?c)))
    :effect (and (located-at ?c ?to) (not (located-at ?c ?from)) (not (focused ?c))))
  (:action activate
    :parameters (?d - device)
    :precondition (not (is-on ?d))
    :effect (is-on ?d))
  (:action deactivate
    :parameters (?d - device)
    :precondition (is-on ?d)
    :effect (not (is-on ?d)))
  (:action insert-card
    :parameters (?c - camera)
    :precondition (not (card-loaded ?c))
    :effect (card-loaded ?c))
  (:action eject-card
    :parameters (?c - camera)
    :precondition (and (card-loaded ?c) (not (rolling ?c)))
    :effect (not (card-loaded ?c)))
  (:action pull-focus
    :parameters (?c - camera)
    :precondition (not (focused ?c))
    :effect (focused ?c))
  (:action roll
    :parameters (?c - camera)
    :precondition (and (card-loaded ?c) (not (rolling ?c)))
    :effect (rolling ?c))
  (:action cut
    :parameters (?c - camera)
    :precondition (rolling ?c)
    :effect (not (rolling ?c)))
  (:action apply-makeup
    :parameters (?t - performer)
    :precondition (and (not (made-up ?t)) (gripper-free))
    :effect (made-up ?t))
  (:action remove-makeup
    :parameters (?t - performer)
    :precondition (and (made-up ?t) (gripper-free))
    :effect (not (made-up ?t)))
  (:action call-hush
    :parameters ()
    :precondition (not (hushed))
    :effect (hushed))
  (:action release-hush
    :parameters ()
    :precondition (hushed)
    :effect (not (hushed))))
