; A robot that minds a small post office: letters and parcels, scales, sacks, safes and shutters.
(define (domain post)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    item counter scale shutter holder - object
    letter parcel - item
    safe sack - holder)
  (:predicates
    (at ?i - item ?c - counter)
    (in ?i - item ?h - holder)
    (holding ?i - item)
    (hand-free)
    (open ?x - (either shutter holder))
    (locked ?x - (either shutter safe))
    (on ?s - scale)
    (weighed ?i - item)
    (stamped ?i - item)
    (scanned ?i - item)
    (sealed ?p - parcel)
    (fragile ?p - parcel))

  (:action pick-up
    :parameters (?i - item ?c - counter)
    :precondition (and (at ?i ?c) (hand-free))
    :effect (and (holding ?i) (not (at ?i ?c)) (not (hand-free))))

  (:action put-down
    :parameters (?i - item ?c - counter)
    :precondition (holding ?i)
    :effect (and (at ?i ?c) (hand-free) (not (holding ?i))))

  (:action put-into
    :parameters (?i - item ?h - holder)
    :precondition (and (holding ?i) (open ?h))
    :effect (and (in ?i ?h) (hand-free) (not (holding ?i))))

  (:action take-out
    :parameters (?i - item ?h - holder)
    :precondition (and (in ?i ?h) (open ?h) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?h)) (not (hand-free))))

  (:action open
    :parameters (?x - (either shutter holder))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either shutter holder))
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action lock
    :parameters (?x - (either shutter safe))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (locked ?x))

  (:action unlock
    :parameters (?x - (either shutter safe))
    :precondition (locked ?x)
    :effect (not (locked ?x)))

  (:action switch-on
    :parameters (?s - scale)
    :precondition (not (on ?s))
    :effect (on ?s))

  (:action switch-off
    :parameters (?s - scale)
    :precondition (on ?s)
    :effect (not (on ?s)))

  (:action weigh
    :parameters (?i - item ?s - scale)
    :precondition (and)
    :effect (weighed ?i))

  (:action stamp
    :parameters (?i - item)
    :precondition (and)
    :effect (stamped ?i))

  (:action scan
    :parameters (?i - item)
    :precondition (and)
    :effect (scanned ?i))

  (:action seal
    :parameters (?p - parcel)
    :precondition (not (sealed ?p))
    :effect (sealed ?p))

  (:action unseal
    :parameters (?p - parcel)
    :precondition (sealed ?p)
    :effect (not (sealed ?p)))

  (:action ring-bell
    :parameters ()
    :precondition (and)
    :effect (and)))
