(define (domain icehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person fitting portable - object
    place appliance door curtain - fitting
    supporter receptacle - place
    garment key parcel tool vessel - portable)
  (:predicates
    (at-room ?r - room)
    (linked ?from - room ?to - room)
    (part-of ?f - fitting ?r - room)
    (stays ?who - person ?r - room)
    (located ?t - portable ?p - place)
    (carried ?t - portable)
    (gripper-empty)
    (with ?t - portable ?who - person)
    (closable ?f - fitting)
    (shut ?f - fitting)
    (locked ?d - fitting)
    (powered ?f - fitting)
    (running ?f - fitting)
    (washes ?w - receptacle)
    (dirty ?g - garment)
    (unswept ?r - room)
    (filled ?k - vessel)
    (boiled ?k - vessel))
  (:action walk
    :parameters (?from - room ?to - room)
    :precondition (and (at-room ?from) (linked ?from ?to))
    :effect (and (not (at-room ?from)) (at-room ?to)))
  (:action lift
    :parameters (?t - portable ?p - place ?r - room)
    :precondition (and (at-room ?r) (part-of ?p ?r) (located ?t ?p) (not (shut ?p)) (gripper-empty))
    :effect (and (carried ?t) (not (located ?t ?p)) (not (gripper-empty))))
  (:action lay
    :parameters (?t - portable ?p - place ?r - room)
    :precondition (and (at-room ?r) (part-of ?p ?r) (carried ?t) (not (shut ?p)))
    :effect (and (located ?t ?p) (gripper-empty) (not (carried ?t))))
  (:action give
    :parameters (?t - portable ?who - person ?r - room)
    :precondition (and (at-room ?r) (stays ?who ?r) (carried ?t))
    :effect (and (with ?t ?who) (gripper-empty) (not (carried ?t))))
  (:action pull-open
    :parameters (?f - fitting ?r - room)
    :precondition (and (at-room ?r) (part-of ?f ?r) (closable ?f) (shut ?f) (not (locked ?f)) (gripper-empty))
    :effect (not (shut ?f)))
  (:action push-shut
    :parameters (?f - fitting ?r - room)
    :precondition (and (at-room ?r) (part-of ?f ?r) (closable ?f) (not (shut ?f)) (gripper-empty))
    :effect (shut ?f))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (at-room ?r) (part-of ?d ?r) (shut ?d) (not (locked ?d)) (gripper-empty))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (at-room ?r) (part-of ?d ?r) (locked ?d) (gripper-empty))
    :effect (not (locked ?d)))
  (:action start
    :parameters (?f - fitting ?r - room)
    :precondition (and (at-room ?r) (part-of ?f ?r) (powered ?f) (not (running ?f)))
    :effect (running ?f))
  (:action stop
    :parameters (?f - fitting ?r - room)
    :precondition (and (at-room ?r) (part-of ?f ?r) (powered ?f) (running ?f))
    :effect (not (running ?f)))
  (:action launder
    :parameters (?g - garment ?w - receptacle ?r - room)
    :precondition (and (at-room ?r) (part-of ?w ?r) (washes ?w) (located ?g ?w) (shut ?w) (running ?w) (dirty ?g))
    :effect (not (dirty ?g)))
  (:action sweep
    :parameters (?r - room)
    :precondition (and (at-room ?r) (unswept ?r) (gripper-empty))
    :effect (not (unswept ?r)))
  (:action fill
    :parameters (?k - vessel ?p - supporter ?r - room)
    :precondition (and (at-room ?r) (part-of ?p ?r) (located ?k ?p) (gripper-empty) (not (filled ?k)))
    :effect (filled ?k))
  (:action boil
    :parameters (?k - vessel ?p - supporter ?r - room)
    :precondition (and (at-room ?r) (part-of ?p ?r) (located ?k ?p) (filled ?k) (not (boiled ?k)))
    :effect (boiled ?k)))
