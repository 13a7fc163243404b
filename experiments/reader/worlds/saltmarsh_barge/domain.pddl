(define (domain saltmarsh_barge)
  (:requirements :strips :typing :negative-preconditions)
  (:types spot closable flame device curtain item - object
          surface - spot
          locker hatch - closable
          lamp stove - flame
          crockery clothing chart - item)
  (:predicates
    (at ?i - item ?s - surface)
    (stowed ?i - item ?l - locker)
    (carrying ?i - item)
    (hand-free)
    (shut ?c - closable)
    (bolted ?c - closable)
    (lit ?f - flame)
    (running ?d - device)
    (drawn ?c - curtain)
    (unwashed ?c - crockery))
  (:action lift
    :parameters (?i - item ?s - surface)
    :precondition (and (at ?i ?s) (hand-free))
    :effect (and (carrying ?i) (not (at ?i ?s)) (not (hand-free))))
  (:action set-down
    :parameters (?i - item ?s - surface)
    :precondition (carrying ?i)
    :effect (and (at ?i ?s) (hand-free) (not (carrying ?i))))
  (:action fetch-out
    :parameters (?i - item ?l - locker)
    :precondition (and (stowed ?i ?l) (not (shut ?l)) (hand-free))
    :effect (and (carrying ?i) (not (stowed ?i ?l)) (not (hand-free))))
  (:action stow
    :parameters (?i - item ?l - locker)
    :precondition (and (carrying ?i) (not (shut ?l)))
    :effect (and (stowed ?i ?l) (hand-free) (not (carrying ?i))))
  (:action open-up
    :parameters (?c - closable)
    :precondition (and (shut ?c) (not (bolted ?c)))
    :effect (not (shut ?c)))
  (:action shut-to
    :parameters (?c - closable)
    :precondition (not (shut ?c))
    :effect (shut ?c))
  (:action bolt
    :parameters (?h - hatch)
    :precondition (and (shut ?h) (not (bolted ?h)))
    :effect (bolted ?h))
  (:action unbolt
    :parameters (?h - hatch)
    :precondition (bolted ?h)
    :effect (not (bolted ?h)))
  (:action light
    :parameters (?f - flame)
    :precondition (not (lit ?f))
    :effect (lit ?f))
  (:action put-out
    :parameters (?f - flame)
    :precondition (lit ?f)
    :effect (not (lit ?f)))
  (:action start
    :parameters (?d - device)
    :precondition (not (running ?d))
    :effect (running ?d))
  (:action stop
    :parameters (?d - device)
    :precondition (running ?d)
    :effect (not (running ?d)))
  (:action draw
    :parameters (?c - curtain)
    :precondition (not (drawn ?c))
    :effect (drawn ?c))
  (:action draw-back
    :parameters (?c - curtain)
    :precondition (drawn ?c)
    :effect (not (drawn ?c)))
  (:action rinse
    :parameters (?c - crockery)
    :precondition (and (carrying ?c) (unwashed ?c))
    :effect (not (unwashed ?c))))
