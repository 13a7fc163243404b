; A robot in a parcel depot: it picks parcels, loads vehicles, and runs belts and gates.
(define (domain depot)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types
    parcel vehicle place gate forklift - object
    crate box envelope - parcel
    van lorry - vehicle
    belt shelf counter - place)
  (:predicates
    (at ?p - parcel ?l - place)
    (loaded ?p - parcel ?v - vehicle)
    (holding ?p - parcel)
    (hands-empty)
    (open ?x - (either gate vehicle))
    (locked ?x - (either gate vehicle))
    (moving ?b - belt)
    (wrapped ?p - parcel)
    (scanned ?p - parcel)
    (fragile ?p - parcel)
    (heavy ?p - parcel)
    (plugged-in ?f - forklift)
    (lights-on)
    (vest-on))

  (:action pick-up
    :parameters (?p - parcel ?l - place)
    :precondition (and (at ?p ?l) (hands-empty))
    :effect (and (holding ?p) (not (at ?p ?l)) (not (hands-empty))))

  (:action put-down
    :parameters (?p - parcel ?l - place)
    :precondition (holding ?p)
    :effect (and (at ?p ?l) (hands-empty) (not (holding ?p))))

  (:action load
    :parameters (?p - parcel ?v - vehicle)
    :precondition (and (holding ?p) (open ?v))
    :effect (and (loaded ?p ?v) (hands-empty) (not (holding ?p))))

  (:action unload
    :parameters (?p - parcel ?v - vehicle)
    :precondition (and (loaded ?p ?v) (open ?v) (hands-empty))
    :effect (and (holding ?p) (not (loaded ?p ?v)) (not (hands-empty))))

  (:action open
    :parameters (?x - (either gate vehicle))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either gate vehicle))
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action lock
    :parameters (?x - (either gate vehicle))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (locked ?x))

  (:action unlock
    :parameters (?x - (either gate vehicle))
    :precondition (locked ?x)
    :effect (not (locked ?x)))

  (:action start
    :parameters (?b - belt)
    :precondition (not (moving ?b))
    :effect (moving ?b))

  (:action stop
    :parameters (?b - belt)
    :precondition (moving ?b)
    :effect (not (moving ?b)))

  (:action wrap
    :parameters (?p - parcel)
    :precondition (not (wrapped ?p))
    :effect (wrapped ?p))

  (:action unwrap
    :parameters (?p - parcel)
    :precondition (wrapped ?p)
    :effect (not (wrapped ?p)))

  (:action scan
    :parameters (?p - parcel)
    :precondition (and)
    :effect (scanned ?p))

  (:action plug-in
    :parameters (?f - forklift)
    :precondition (not (plugged-in ?f))
    :effect (plugged-in ?f))

  (:action unplug
    :parameters (?f - forklift)
    :precondition (plugged-in ?f)
    :effect (not (plugged-in ?f)))

  (:action switch-on-lights
    :parameters ()
    :precondition (not (lights-on))
    :effect (lights-on))

  (:action switch-off-lights
    :parameters ()
    :precondition (lights-on)
    :effect (not (lights-on)))

  (:action put-on-vest
    :parameters ()
    :precondition (not (vest-on))
    :effect (vest-on))

  (:action take-off-vest
    :parameters ()
    :precondition (vest-on)
    :effect (not (vest-on)))

  (:action sound-horn
    :parameters ()
    :precondition (and)
    :effect (and)))
