(define (domain casa_adelfa)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room spot portable fitting person plant - object
    jug trinket - portable
    fan shutter blind tap - fitting)
  (:predicates
    (robot-in ?r - room)
    (next-to ?a - room ?b - room)
    (spot-of ?s - spot ?r - room)
    (fitting-of ?f - fitting ?r - room)
    (plant-of ?p - plant ?r - room)
    (sits-in ?p - person ?r - room)
    (rests-on ?i - portable ?s - spot)
    (gripping ?i - portable)
    (grip-free)
    (given ?i - portable ?p - person)
    (spinning ?f - fan)
    (closed ?s - shutter)
    (lowered ?b - blind)
    (running ?t - tap)
    (empty ?j - jug)
    (parched ?p - plant))
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (next-to ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action grab
    :parameters (?i - portable ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-of ?s ?r) (rests-on ?i ?s) (grip-free))
    :effect (and (gripping ?i) (not (rests-on ?i ?s)) (not (grip-free))))
  (:action leave
    :parameters (?i - portable ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-of ?s ?r) (gripping ?i))
    :effect (and (rests-on ?i ?s) (grip-free) (not (gripping ?i))))
  (:action serve
    :parameters (?i - portable ?p - person ?r - room)
    :precondition (and (robot-in ?r) (sits-in ?p ?r) (gripping ?i))
    :effect (and (given ?i ?p) (grip-free) (not (gripping ?i))))
  (:action take-back
    :parameters (?i - portable ?p - person ?r - room)
    :precondition (and (robot-in ?r) (sits-in ?p ?r) (given ?i ?p) (grip-free))
    :effect (and (gripping ?i) (not (given ?i ?p)) (not (grip-free))))
  (:action start-fan
    :parameters (?f - fan ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?f ?r) (not (spinning ?f)))
    :effect (and (spinning ?f)))
  (:action stop-fan
    :parameters (?f - fan ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?f ?r) (spinning ?f))
    :effect (and (not (spinning ?f))))
  (:action close-shutter
    :parameters (?s - shutter ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?s ?r) (not (closed ?s)))
    :effect (and (closed ?s)))
  (:action open-shutter
    :parameters (?s - shutter ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?s ?r) (closed ?s))
    :effect (and (not (closed ?s))))
  (:action let-down-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?b ?r) (not (lowered ?b)))
    :effect (and (lowered ?b)))
  (:action raise-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?b ?r) (lowered ?b))
    :effect (and (not (lowered ?b))))
  (:action turn-on-tap
    :parameters (?t - tap ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?t ?r) (not (running ?t)))
    :effect (and (running ?t)))
  (:action turn-off-tap
    :parameters (?t - tap ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?t ?r) (running ?t))
    :effect (and (not (running ?t))))
  (:action fill-jug
    :parameters (?j - jug ?t - tap ?r - room)
    :precondition (and (robot-in ?r) (fitting-of ?t ?r) (running ?t) (gripping ?j) (empty ?j))
    :effect (and (not (empty ?j))))
  (:action pour-over
    :parameters (?j - jug ?p - plant ?r - room)
    :precondition (and (robot-in ?r) (plant-of ?p ?r) (gripping ?j) (not (empty ?j)))
    :effect (and (empty ?j) (not (parched ?p)))))
