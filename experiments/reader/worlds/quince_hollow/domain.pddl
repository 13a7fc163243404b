(define (domain quince_hollow)
  (:requirements :strips :typing :negative-preconditions)
  (:types place gate spot person plant vent electrical thing - object
          lidded - spot
          can tool gloves - thing)
  (:predicates
    (me-at ?p - place)
    (way ?g - gate ?a - place ?b - place)
    (place-of ?o - object ?p - place)
    (lies ?t - thing ?s - spot)
    (gripped ?t - thing)
    (nothing-gripped)
    (handed ?t - thing ?p - person)
    (uncovered ?s - spot)
    (latched ?g - gate)
    (winched-open ?v - vent)
    (running ?e - electrical)
    (filled ?c - can)
    (muddy ?t - tool)
    (thirsty ?p - plant)
    (water-butt ?p - place))
  (:action stride
    :parameters (?a - place ?b - place ?g - gate)
    :precondition (and (me-at ?a) (way ?g ?a ?b) (not (latched ?g)))
    :effect (and (not (me-at ?a)) (me-at ?b)))
  (:action latch
    :parameters (?g - gate ?a - place ?b - place)
    :precondition (and (me-at ?a) (way ?g ?a ?b) (not (latched ?g)))
    :effect (latched ?g))
  (:action unlatch
    :parameters (?g - gate ?a - place ?b - place)
    :precondition (and (me-at ?a) (way ?g ?a ?b) (latched ?g))
    :effect (not (latched ?g)))
  (:action grip
    :parameters (?t - thing ?s - spot ?p - place)
    :precondition (and (me-at ?p) (place-of ?s ?p) (uncovered ?s) (lies ?t ?s) (nothing-gripped))
    :effect (and (gripped ?t) (not (nothing-gripped)) (not (lies ?t ?s))))
  (:action lay
    :parameters (?t - thing ?s - spot ?p - place)
    :precondition (and (me-at ?p) (place-of ?s ?p) (uncovered ?s) (gripped ?t))
    :effect (and (lies ?t ?s) (nothing-gripped) (not (gripped ?t))))
  (:action hand
    :parameters (?t - thing ?who - person ?p - place)
    :precondition (and (me-at ?p) (place-of ?who ?p) (gripped ?t))
    :effect (and (handed ?t ?who) (nothing-gripped) (not (gripped ?t))))
  (:action raise-lid
    :parameters (?s - lidded ?p - place)
    :precondition (and (me-at ?p) (place-of ?s ?p) (not (uncovered ?s)))
    :effect (uncovered ?s))
  (:action drop-lid
    :parameters (?s - lidded ?p - place)
    :precondition (and (me-at ?p) (place-of ?s ?p) (uncovered ?s))
    :effect (not (uncovered ?s)))
  (:action fill
    :parameters (?c - can ?p - place)
    :precondition (and (me-at ?p) (water-butt ?p) (gripped ?c) (not (filled ?c)))
    :effect (filled ?c))
  (:action water
    :parameters (?pl - plant ?c - can ?p - place)
    :precondition (and (me-at ?p) (place-of ?pl ?p) (gripped ?c) (filled ?c) (thirsty ?pl))
    :effect (and (not (thirsty ?pl)) (not (filled ?c))))
  (:action scrub
    :parameters (?t - tool ?p - place)
    :precondition (and (me-at ?p) (water-butt ?p) (gripped ?t) (muddy ?t))
    :effect (not (muddy ?t)))
  (:action winch-open
    :parameters (?v - vent ?p - place)
    :precondition (and (me-at ?p) (place-of ?v ?p) (not (winched-open ?v)))
    :effect (winched-open ?v))
  (:action winch-shut
    :parameters (?v - vent ?p - place)
    :precondition (and (me-at ?p) (place-of ?v ?p) (winched-open ?v))
    :effect (not (winched-open ?v)))
  (:action start
    :parameters (?e - electrical ?p - place)
    :precondition (and (me-at ?p) (place-of ?e ?p) (not (running ?e)))
    :effect (running ?e))
  (:action stop
    :parameters (?e - electrical ?p - place)
    :precondition (and (me-at ?p) (place-of ?e ?p) (running ?e))
    :effect (not (running ?e))))
