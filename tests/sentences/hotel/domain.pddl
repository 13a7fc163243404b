; A housekeeper on one floor of a hotel.
(define (domain hotel)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types
    room bed linen opening appliance trolley - object
    towel sheet - linen
    window curtain minibar - opening
    lamp television - appliance)
  (:predicates
    (inside ?r - room)
    (in-corridor)
    (knocked ?r - room)
    (locked ?r - room)
    (occupied ?r - room)
    (vacuumed ?r - room)
    (stripped ?b - bed)
    (made ?b - bed)
    (open ?x - opening)
    (on ?a - appliance)
    (stocked ?m - minibar)
    (dirty ?l - linen)
    (carrying ?l - linen)
    (hands-free)
    (on-trolley ?l - linen ?t - trolley))

  (:action knock
    :parameters (?r - room)
    :precondition (in-corridor)
    :effect (knocked ?r))

  (:action enter
    :parameters (?r - room)
    :precondition (and (in-corridor) (not (locked ?r)))
    :effect (and (inside ?r) (not (in-corridor))))

  (:action leave
    :parameters (?r - room)
    :precondition (inside ?r)
    :effect (and (in-corridor) (not (inside ?r)) (not (knocked ?r))))

  (:action lock
    :parameters (?r - room)
    :precondition (and (in-corridor) (not (locked ?r)))
    :effect (locked ?r))

  (:action unlock
    :parameters (?r - room)
    :precondition (locked ?r)
    :effect (not (locked ?r)))

  (:action open
    :parameters (?x - opening)
    :precondition (not (open ?x))
    :effect (open ?x))

  (:action close
    :parameters (?x - opening)
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action switch-on
    :parameters (?a - appliance)
    :precondition (not (on ?a))
    :effect (on ?a))

  (:action switch-off
    :parameters (?a - appliance)
    :precondition (on ?a)
    :effect (not (on ?a)))

  (:action vacuum
    :parameters (?r - room)
    :precondition (inside ?r)
    :effect (vacuumed ?r))

  (:action strip
    :parameters (?b - bed)
    :precondition (not (stripped ?b))
    :effect (and (stripped ?b) (not (made ?b))))

  (:action make
    :parameters (?b - bed)
    :precondition (not (made ?b))
    :effect (and (made ?b) (not (stripped ?b))))

  (:action restock
    :parameters (?m - minibar)
    :precondition (open ?m)
    :effect (stocked ?m))

  (:action pick-up
    :parameters (?l - linen)
    :precondition (hands-free)
    :effect (and (carrying ?l) (not (hands-free))
                 (forall (?t - trolley) (not (on-trolley ?l ?t)))))

  (:action load
    :parameters (?l - linen ?t - trolley)
    :precondition (carrying ?l)
    :effect (and (on-trolley ?l ?t) (hands-free) (not (carrying ?l))))

  (:action wash
    :parameters (?l - linen)
    :precondition (dirty ?l)
    :effect (not (dirty ?l))))
