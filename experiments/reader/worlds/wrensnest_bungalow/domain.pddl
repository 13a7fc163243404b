(define (domain wrensnest_bungalow)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    thing fixture person pet - object
    crockery personal - thing
    surface openable curtain clock plant electric - fixture
    cabinet door - openable)
  (:predicates
    (on ?t - thing ?s - surface)
    (in ?t - thing ?c - cabinet)
    (holding ?t - thing)
    (handempty)
    (has ?p - person ?t - thing)
    (open ?o - openable)
    (running ?e - electric)
    (drawn ?c - curtain)
    (hungry ?a - pet)
    (wound ?k - clock)
    (thirsty ?p - plant)
    (clean ?c - crockery))
  (:action take-off
    :parameters (?t - thing ?s - surface)
    :precondition (and (on ?t ?s) (handempty))
    :effect (and (holding ?t) (not (on ?t ?s)) (not (handempty))))
  (:action take-out
    :parameters (?t - thing ?c - cabinet)
    :precondition (and (in ?t ?c) (open ?c) (handempty))
    :effect (and (holding ?t) (not (in ?t ?c)) (not (handempty))))
  (:action set-down
    :parameters (?t - thing ?s - surface)
    :precondition (holding ?t)
    :effect (and (on ?t ?s) (handempty) (not (holding ?t))))
  (:action stow
    :parameters (?t - thing ?c - cabinet)
    :precondition (and (holding ?t) (open ?c))
    :effect (and (in ?t ?c) (handempty) (not (holding ?t))))
  (:action hand-over
    :parameters (?t - thing ?p - person)
    :precondition (holding ?t)
    :effect (and (has ?p ?t) (handempty) (not (holding ?t))))
  (:action take-back
    :parameters (?t - thing ?p - person)
    :precondition (and (has ?p ?t) (handempty))
    :effect (and (holding ?t) (not (has ?p ?t)) (not (handempty))))
  (:action open-up
    :parameters (?o - openable)
    :precondition (not (open ?o))
    :effect (open ?o))
  (:action close-up
    :parameters (?o - openable)
    :precondition (open ?o)
    :effect (not (open ?o)))
  (:action start
    :parameters (?e - electric)
    :precondition (not (running ?e))
    :effect (running ?e))
  (:action stop
    :parameters (?e - electric)
    :precondition (running ?e)
    :effect (not (running ?e)))
  (:action draw
    :parameters (?c - curtain)
    :precondition (not (drawn ?c))
    :effect (drawn ?c))
  (:action draw-back
    :parameters (?c - curtain)
    :precondition (drawn ?c)
    :effect (not (drawn ?c)))
  (:action feed
    :parameters (?a - pet)
    :precondition (hungry ?a)
    :effect (not (hungry ?a)))
  (:action wind
    :parameters (?k - clock)
    :precondition (not (wound ?k))
    :effect (wound ?k))
  (:action water
    :parameters (?p - plant)
    :precondition (thirsty ?p)
    :effect (not (thirsty ?p)))
  (:action wash
    :parameters (?c - crockery)
    :precondition (and (holding ?c) (not (clean ?c)))
    :effect (clean ?c)))
