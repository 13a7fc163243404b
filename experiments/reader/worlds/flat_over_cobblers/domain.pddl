(define (domain flat_over_cobblers)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person fixture thing plant - object
          holder door window appliance - fixture
          crockery umbrella paper - thing)
  (:predicates
    (robot-in ?r - room)
    (linked ?a ?b - room)
    (stands-in ?f - fixture ?r - room)
    (grows-in ?p - plant ?r - room)
    (person-in ?p - person ?r - room)
    (has-tap ?r - room)
    (has-door ?h - holder)
    (holds ?h - holder ?t - thing)
    (has ?p - person ?t - thing)
    (gripping ?t - thing)
    (grip-free)
    (closed ?f - fixture)
    (locked ?f - fixture)
    (off ?a - appliance)
    (dirty ?c - crockery)
    (thirsty ?p - plant))
  (:action go
    :parameters (?from ?to - room)
    :precondition (and (robot-in ?from) (linked ?from ?to))
    :effect (and (robot-in ?to) (not (robot-in ?from))))
  (:action take
    :parameters (?t - thing ?h - holder ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?h ?r) (holds ?h ?t) (not (closed ?h)) (grip-free))
    :effect (and (gripping ?t) (not (holds ?h ?t)) (not (grip-free))))
  (:action leave
    :parameters (?t - thing ?h - holder ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?h ?r) (gripping ?t) (not (closed ?h)))
    :effect (and (holds ?h ?t) (grip-free) (not (gripping ?t))))
  (:action hand-over
    :parameters (?t - thing ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (gripping ?t))
    :effect (and (has ?p ?t) (grip-free) (not (gripping ?t))))
  (:action receive
    :parameters (?t - thing ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (has ?p ?t) (grip-free))
    :effect (and (gripping ?t) (not (has ?p ?t)) (not (grip-free))))
  (:action open
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?f ?r) (closed ?f) (not (locked ?f)))
    :effect (not (closed ?f)))
  (:action close-holder
    :parameters (?h - holder ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?h ?r) (not (closed ?h)) (has-door ?h))
    :effect (closed ?h))
  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?w ?r) (not (closed ?w)))
    :effect (closed ?w))
  (:action close-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?d ?r) (not (closed ?d)))
    :effect (closed ?d))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?d ?r) (closed ?d) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action switch-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?a ?r) (off ?a))
    :effect (not (off ?a)))
  (:action switch-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?a ?r) (not (off ?a)))
    :effect (off ?a))
  (:action wash-up
    :parameters (?c - crockery ?r - room)
    :precondition (and (robot-in ?r) (has-tap ?r) (gripping ?c) (dirty ?c))
    :effect (not (dirty ?c)))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-in ?r) (grows-in ?p ?r) (thirsty ?p))
    :effect (not (thirsty ?p))))
