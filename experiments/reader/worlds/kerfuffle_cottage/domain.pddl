(define (domain kerfuffle_cottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    thing container surface appliance entrance bin human - object
    clothing washable - thing
    machine - container
    screen light - appliance)
  (:predicates
    (at-rest ?t - thing ?s - surface)
    (inside ?t - thing ?c - container)
    (held ?t - thing)
    (nothing-held)
    (given-to ?t - thing ?h - human)
    (closed ?c - container)
    (switched-on ?a - appliance)
    (muted ?tv - screen)
    (running ?m - machine)
    (locked ?e - entrance)
    (full ?b - bin)
    (dirty ?w - washable))
  (:action grab
    :parameters (?t - thing ?s - surface)
    :precondition (and (at-rest ?t ?s) (nothing-held))
    :effect (and (held ?t) (not (at-rest ?t ?s)) (not (nothing-held))))
  (:action get-out
    :parameters (?t - thing ?c - container)
    :precondition (and (inside ?t ?c) (not (closed ?c)) (nothing-held))
    :effect (and (held ?t) (not (inside ?t ?c)) (not (nothing-held))))
  (:action put-on
    :parameters (?t - thing ?s - surface)
    :precondition (held ?t)
    :effect (and (at-rest ?t ?s) (nothing-held) (not (held ?t))))
  (:action put-in
    :parameters (?t - thing ?c - container)
    :precondition (and (held ?t) (not (closed ?c)))
    :effect (and (inside ?t ?c) (nothing-held) (not (held ?t))))
  (:action give
    :parameters (?t - thing ?h - human)
    :precondition (held ?t)
    :effect (and (given-to ?t ?h) (nothing-held) (not (held ?t))))
  (:action open
    :parameters (?c - container)
    :precondition (closed ?c)
    :effect (not (closed ?c)))
  (:action close
    :parameters (?c - container)
    :precondition (not (closed ?c))
    :effect (closed ?c))
  (:action turn-on
    :parameters (?a - appliance)
    :precondition (not (switched-on ?a))
    :effect (switched-on ?a))
  (:action turn-off
    :parameters (?a - appliance)
    :precondition (switched-on ?a)
    :effect (not (switched-on ?a)))
  (:action mute
    :parameters (?tv - screen)
    :precondition (and (switched-on ?tv) (not (muted ?tv)))
    :effect (muted ?tv))
  (:action run-cycle
    :parameters (?m - machine)
    :precondition (and (closed ?m) (not (running ?m)))
    :effect (running ?m))
  (:action lock
    :parameters (?e - entrance)
    :precondition (not (locked ?e))
    :effect (locked ?e))
  (:action unlock
    :parameters (?e - entrance)
    :precondition (locked ?e)
    :effect (not (locked ?e)))
  (:action empty-bin
    :parameters (?b - bin)
    :precondition (full ?b)
    :effect (not (full ?b)))
  (:action wash
    :parameters (?w - washable)
    :precondition (dirty ?w)
    :effect (not (dirty ?w))))
