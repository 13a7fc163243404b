(define (domain guesthouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person item radiator furniture - object
    towel key - item
    bed table - furniture)
  (:predicates
    (robot-in ?r - room)
    (hands-free)
    (carrying ?i - item)
    (on ?i - item ?f - furniture)
    (has ?p - person ?i - item)
    (made ?b - bed)
    (laid ?t - table)
    (heating ?h - radiator)
    (clean ?t - towel)
    (locked ?r - room)
    (connected ?a ?b - room)
    (stands-in ?f - furniture ?r - room)
    (radiator-in ?h - radiator ?r - room)
    (person-in ?p - person ?r - room)
    (guest-of ?p - person ?r - room)
    (key-of ?k - key ?r - room)
    (washing-machine-in ?r - room))

  (:action go
    :parameters (?from ?to - room)
    :precondition (and (robot-in ?from) (connected ?from ?to) (not (locked ?to)))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action unlock
    :parameters (?r ?outside - room ?k - key)
    :precondition (and (robot-in ?outside) (connected ?outside ?r) (key-of ?k ?r) (carrying ?k) (locked ?r))
    :effect (not (locked ?r)))

  (:action lock
    :parameters (?r ?outside - room ?k - key)
    :precondition (and (robot-in ?outside) (connected ?outside ?r) (key-of ?k ?r) (carrying ?k) (not (locked ?r)))
    :effect (locked ?r))

  (:action pick-up
    :parameters (?i - item ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?f ?r) (on ?i ?f) (hands-free))
    :effect (and (not (on ?i ?f)) (not (hands-free)) (carrying ?i)))

  (:action put-down
    :parameters (?i - item ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?f ?r) (carrying ?i))
    :effect (and (not (carrying ?i)) (hands-free) (on ?i ?f)))

  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (carrying ?i))
    :effect (and (not (carrying ?i)) (hands-free) (has ?p ?i)))

  (:action take-from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (has ?p ?i) (hands-free))
    :effect (and (not (has ?p ?i)) (not (hands-free)) (carrying ?i)))

  (:action make-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?b ?r) (hands-free) (not (made ?b)))
    :effect (made ?b))

  (:action strip-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?b ?r) (hands-free) (made ?b))
    :effect (not (made ?b)))

  (:action lay-table
    :parameters (?t - table ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?t ?r) (hands-free) (not (laid ?t)))
    :effect (laid ?t))

  (:action clear-table
    :parameters (?t - table ?r - room)
    :precondition (and (robot-in ?r) (stands-in ?t ?r) (hands-free) (laid ?t))
    :effect (not (laid ?t)))

  (:action turn-on-radiator
    :parameters (?h - radiator ?r - room)
    :precondition (and (robot-in ?r) (radiator-in ?h ?r) (not (heating ?h)))
    :effect (heating ?h))

  (:action turn-off-radiator
    :parameters (?h - radiator ?r - room)
    :precondition (and (robot-in ?r) (radiator-in ?h ?r) (heating ?h))
    :effect (not (heating ?h)))

  (:action wash-towel
    :parameters (?t - towel ?r - room)
    :precondition (and (robot-in ?r) (washing-machine-in ?r) (carrying ?t) (not (clean ?t)))
    :effect (clean ?t)))
