(define (domain magpie_parade)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person thing surface lamp curtain - object
          mug phone book glasses coat shirt key - thing)
  (:predicates
    (robot-in ?r - room)
    (next-to ?a - room ?b - room)
    (whereabouts ?x - object ?r - room)
    (owned-by ?t - object ?p - person)
    (sink-room ?r - room)
    (iron-room ?r - room)
    (dock-room ?r - room)
    (resting-on ?t - thing ?s - surface)
    (holds ?p - person ?t - thing)
    (gripped ?t - thing)
    (grip-free)
    (clean ?m - mug)
    (full-of-tea ?m - mug)
    (charged ?p - phone)
    (ironed ?s - shirt)
    (switched-on ?l - lamp)
    (drawn ?c - curtain))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (next-to ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action grip
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?s ?r) (resting-on ?t ?s) (grip-free))
    :effect (and (gripped ?t) (not (resting-on ?t ?s)) (not (grip-free))))
  (:action rest
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?s ?r) (gripped ?t))
    :effect (and (resting-on ?t ?s) (grip-free) (not (gripped ?t))))
  (:action give
    :parameters (?t - thing ?p - person ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?p ?r) (gripped ?t))
    :effect (and (holds ?p ?t) (grip-free) (not (gripped ?t))))
  (:action receive
    :parameters (?t - thing ?p - person ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?p ?r) (holds ?p ?t) (grip-free))
    :effect (and (gripped ?t) (not (holds ?p ?t)) (not (grip-free))))
  (:action wash-mug
    :parameters (?m - mug ?r - room)
    :precondition (and (robot-in ?r) (sink-room ?r) (gripped ?m) (not (clean ?m)))
    :effect (clean ?m))
  (:action brew
    :parameters (?m - mug ?r - room)
    :precondition (and (robot-in ?r) (sink-room ?r) (gripped ?m) (clean ?m) (not (full-of-tea ?m)))
    :effect (full-of-tea ?m))
  (:action charge
    :parameters (?p - phone ?r - room)
    :precondition (and (robot-in ?r) (dock-room ?r) (gripped ?p) (not (charged ?p)))
    :effect (charged ?p))
  (:action press
    :parameters (?s - shirt ?r - room)
    :precondition (and (robot-in ?r) (iron-room ?r) (gripped ?s) (not (ironed ?s)))
    :effect (ironed ?s))
  (:action lamp-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?l ?r) (not (switched-on ?l)))
    :effect (switched-on ?l))
  (:action lamp-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?l ?r) (switched-on ?l))
    :effect (not (switched-on ?l)))
  (:action draw-curtain
    :parameters (?c - curtain ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?c ?r) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action part-curtain
    :parameters (?c - curtain ?r - room)
    :precondition (and (robot-in ?r) (whereabouts ?c ?r) (drawn ?c))
    :effect (not (drawn ?c))))
