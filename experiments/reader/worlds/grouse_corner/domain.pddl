(define (domain grouse_corner)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room perch goods fixture - object
    pan wearable aid - goods
    appliance tap opening dog plant bed person - fixture)
  (:predicates
    (i-am ?r - room)
    (part-of ?r - room ?p - perch)
    (found-in ?f - fixture ?r - room)
    (sits ?g - goods ?p - perch)
    (clutching ?g - goods)
    (clutching-nothing)
    (got ?p - person ?g - goods)
    (scrubbing-place ?p - perch)
    (going ?a - appliance)
    (running ?t - tap)
    (shut ?o - opening)
    (dirty ?p - pan)
    (fed ?d - dog)
    (dry ?p - plant)
    (made ?b - bed))
  (:action trundle
    :parameters (?a - room ?b - room)
    :precondition (and (i-am ?a))
    :effect (and (i-am ?b) (not (i-am ?a))))
  (:action pick
    :parameters (?g - goods ?p - perch ?r - room)
    :precondition (and (i-am ?r) (part-of ?r ?p) (sits ?g ?p) (clutching-nothing))
    :effect (and (clutching ?g) (not (sits ?g ?p)) (not (clutching-nothing))))
  (:action drop
    :parameters (?g - goods ?p - perch ?r - room)
    :precondition (and (i-am ?r) (part-of ?r ?p) (clutching ?g))
    :effect (and (sits ?g ?p) (clutching-nothing) (not (clutching ?g))))
  (:action present
    :parameters (?g - goods ?p - person ?r - room)
    :precondition (and (i-am ?r) (found-in ?p ?r) (clutching ?g))
    :effect (and (got ?p ?g) (clutching-nothing) (not (clutching ?g))))
  (:action relieve
    :parameters (?g - goods ?p - person ?r - room)
    :precondition (and (i-am ?r) (found-in ?p ?r) (got ?p ?g) (clutching-nothing))
    :effect (and (clutching ?g) (not (got ?p ?g)) (not (clutching-nothing))))
  (:action turn-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (i-am ?r) (found-in ?a ?r) (not (going ?a)))
    :effect (and (going ?a)))
  (:action turn-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (i-am ?r) (found-in ?a ?r) (going ?a))
    :effect (and (not (going ?a))))
  (:action stop-tap
    :parameters (?t - tap ?r - room)
    :precondition (and (i-am ?r) (found-in ?t ?r) (running ?t))
    :effect (and (not (running ?t))))
  (:action shut-up
    :parameters (?o - opening ?r - room)
    :precondition (and (i-am ?r) (found-in ?o ?r) (not (shut ?o)))
    :effect (and (shut ?o)))
  (:action open-wide
    :parameters (?o - opening ?r - room)
    :precondition (and (i-am ?r) (found-in ?o ?r) (shut ?o))
    :effect (and (not (shut ?o))))
  (:action feed-dog
    :parameters (?d - dog ?r - room)
    :precondition (and (i-am ?r) (found-in ?d ?r) (not (fed ?d)) (clutching-nothing))
    :effect (and (fed ?d)))
  (:action water-plant
    :parameters (?p - plant ?r - room)
    :precondition (and (i-am ?r) (found-in ?p ?r) (dry ?p) (clutching-nothing))
    :effect (and (not (dry ?p))))
  (:action scrub
    :parameters (?p - pan ?s - perch ?r - room)
    :precondition (and (i-am ?r) (part-of ?r ?s) (scrubbing-place ?s) (sits ?p ?s) (dirty ?p))
    :effect (and (not (dirty ?p))))
  (:action make-up
    :parameters (?b - bed ?r - room)
    :precondition (and (i-am ?r) (found-in ?b ?r) (not (made ?b)) (clutching-nothing))
    :effect (and (made ?b))))
