; A robot that helps on a hospital ward.
(define (domain ward)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types
    patient medicine bed opening device trolley room - object
    door cabinet - opening
    lamp monitor - device)
  (:predicates
    (open ?o - opening)
    (locked ?o - opening)
    (on ?d - device)
    (stored ?m - medicine ?c - cabinet)
    (holding ?m - medicine)
    (hands-free)
    (hands-clean)
    (given ?m - medicine ?p - patient)
    (allergic ?p - patient ?m - medicine)
    (checked ?p - patient)
    (asleep ?p - patient)
    (lies-in ?p - patient ?b - bed)
    (raised ?b - bed)
    (clean ?t - trolley)
    (at ?t - trolley ?r - room))

  (:action open
    :parameters (?o - opening)
    :precondition (and (not (open ?o)) (not (locked ?o)))
    :effect (open ?o))

  (:action close
    :parameters (?o - opening)
    :precondition (open ?o)
    :effect (not (open ?o)))

  (:action lock
    :parameters (?o - opening)
    :precondition (and (not (open ?o)) (not (locked ?o)))
    :effect (locked ?o))

  (:action unlock
    :parameters (?o - opening)
    :precondition (locked ?o)
    :effect (not (locked ?o)))

  (:action switch-on
    :parameters (?d - device)
    :precondition (not (on ?d))
    :effect (on ?d))

  (:action switch-off
    :parameters (?d - device)
    :precondition (on ?d)
    :effect (not (on ?d)))

  (:action take
    :parameters (?m - medicine ?c - cabinet)
    :precondition (and (stored ?m ?c) (open ?c) (hands-free))
    :effect (and (holding ?m) (not (hands-free)) (not (stored ?m ?c))))

  (:action put-back
    :parameters (?m - medicine ?c - cabinet)
    :precondition (and (holding ?m) (open ?c))
    :effect (and (stored ?m ?c) (hands-free) (not (holding ?m))))

  (:action give
    :parameters (?m - medicine ?p - patient)
    :precondition (holding ?m)
    :effect (and (given ?m ?p) (hands-free) (not (holding ?m)) (not (hands-clean))))

  (:action check
    :parameters (?p - patient)
    :precondition (and)
    :effect (checked ?p))

  (:action wake
    :parameters (?p - patient)
    :precondition (asleep ?p)
    :effect (not (asleep ?p)))

  (:action raise
    :parameters (?b - bed)
    :precondition (not (raised ?b))
    :effect (raised ?b))

  (:action lower
    :parameters (?b - bed)
    :precondition (raised ?b)
    :effect (not (raised ?b)))

  (:action disinfect
    :parameters (?t - trolley)
    :precondition (not (clean ?t))
    :effect (clean ?t))

  (:action push
    :parameters (?t - trolley ?to - room)
    :precondition (not (at ?t ?to))
    :effect (and (at ?t ?to) (not (hands-clean))
                 (forall (?r - room) (when (at ?t ?r) (not (at ?t ?r))))))

  (:action wash-hands
    :parameters ()
    :precondition (not (hands-clean))
    :effect (hands-clean)))
