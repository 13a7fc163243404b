(define (domain basementflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    flatmate thing surface openable device plant door - object
    mug towel gadget food letter can - thing
    holder window - openable
    washer - holder
    lamp - device)
  (:predicates
    (hand-free)
    (holding ?t - thing)
    (on ?t - thing ?s - surface)
    (in ?t - thing ?h - holder)
    (has ?f - flatmate ?t - thing)
    (open ?o - openable)
    (running ?d - device)
    (clean ?t - thing)
    (charging ?t - thing)
    (filled ?c - can)
    (watered ?p - plant)
    (locked ?d - door))

  (:action pick-up
    :parameters (?t - thing ?s - surface)
    :precondition (and (hand-free) (on ?t ?s) (not (charging ?t)))
    :effect (and (holding ?t) (not (on ?t ?s)) (not (hand-free))))
  (:action put-down
    :parameters (?t - thing ?s - surface)
    :precondition (and (holding ?t))
    :effect (and (on ?t ?s) (hand-free) (not (holding ?t))))
  (:action take-out
    :parameters (?t - thing ?h - holder)
    :precondition (and (hand-free) (in ?t ?h) (open ?h))
    :effect (and (holding ?t) (not (in ?t ?h)) (not (hand-free))))
  (:action put-in
    :parameters (?t - thing ?h - holder)
    :precondition (and (holding ?t) (open ?h))
    :effect (and (in ?t ?h) (hand-free) (not (holding ?t))))
  (:action open-up
    :parameters (?o - openable)
    :precondition (and (hand-free) (not (open ?o)))
    :effect (and (open ?o)))
  (:action close-up
    :parameters (?o - openable)
    :precondition (and (hand-free) (open ?o))
    :effect (and (not (open ?o))))
  (:action switch-on
    :parameters (?d - device)
    :precondition (and (not (running ?d)))
    :effect (and (running ?d)))
  (:action switch-off
    :parameters (?d - device)
    :precondition (and (running ?d))
    :effect (and (not (running ?d))))
  (:action wash-up
    :parameters (?m - mug)
    :precondition (and (holding ?m) (not (clean ?m)))
    :effect (and (clean ?m)))
  (:action run-wash
    :parameters (?t - towel ?w - washer)
    :precondition (and (in ?t ?w) (not (open ?w)) (not (clean ?t)))
    :effect (and (clean ?t)))
  (:action fill-can
    :parameters (?c - can)
    :precondition (and (holding ?c) (not (filled ?c)))
    :effect (and (filled ?c)))
  (:action water
    :parameters (?p - plant ?c - can)
    :precondition (and (holding ?c) (filled ?c) (not (watered ?p)))
    :effect (and (watered ?p) (not (filled ?c))))
  (:action plug-in
    :parameters (?g - gadget ?s - surface)
    :precondition (and (hand-free) (on ?g ?s) (not (charging ?g)))
    :effect (and (charging ?g)))
  (:action unplug
    :parameters (?g - gadget)
    :precondition (and (hand-free) (charging ?g))
    :effect (and (not (charging ?g))))
  (:action hand-over
    :parameters (?t - thing ?f - flatmate)
    :precondition (and (holding ?t))
    ; what is handed over gets used
    :effect (and (has ?f ?t) (hand-free) (not (holding ?t)) (not (clean ?t))))
  (:action lock
    :parameters (?d - door)
    :precondition (and (hand-free) (not (locked ?d)))
    :effect (and (locked ?d))))
