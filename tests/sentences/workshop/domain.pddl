; A robot helps in a bicycle workshop.
(define (domain workshop)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    bike stand wheel bolt tool machine door cabinet - object)
  (:predicates
    (mounted ?b - bike ?s - stand)
    (in-stand ?b - bike)
    (free ?s - stand)
    (flat ?w - wheel)
    (tight ?b - bolt)
    (dirty ?b - bike)
    (oiled ?b - bike)
    (tested ?b - bike)
    (holding ?t - tool)
    (hands-free)
    (on ?m - machine)
    (open ?x - (either door cabinet))
    (glasses-on))

  (:action mount
    :parameters (?b - bike ?s - stand)
    :precondition (and (free ?s) (not (in-stand ?b)))
    :effect (and (mounted ?b ?s) (in-stand ?b) (not (free ?s))))

  (:action take-down
    :parameters (?b - bike ?s - stand)
    :precondition (mounted ?b ?s)
    :effect (and (free ?s) (not (mounted ?b ?s)) (not (in-stand ?b))))

  (:action inflate
    :parameters (?w - wheel)
    :precondition (flat ?w)
    :effect (not (flat ?w)))

  (:action tighten
    :parameters (?b - bolt)
    :precondition (not (tight ?b))
    :effect (tight ?b))

  (:action loosen
    :parameters (?b - bolt)
    :precondition (tight ?b)
    :effect (not (tight ?b)))

  (:action wash
    :parameters (?b - bike)
    :precondition (dirty ?b)
    :effect (and (not (dirty ?b)) (not (oiled ?b))))

  (:action oil
    :parameters (?b - bike)
    :precondition (and)
    :effect (oiled ?b))

  (:action test-ride
    :parameters (?b - bike)
    :precondition (not (in-stand ?b))
    :effect (and (tested ?b) (dirty ?b)))

  (:action take
    :parameters (?t - tool)
    :precondition (hands-free)
    :effect (and (holding ?t) (not (hands-free))))

  (:action put-back
    :parameters (?t - tool)
    :precondition (holding ?t)
    :effect (and (hands-free) (not (holding ?t))))

  (:action switch-on
    :parameters (?m - machine)
    :precondition (not (on ?m))
    :effect (on ?m))

  (:action switch-off
    :parameters (?m - machine)
    :precondition (on ?m)
    :effect (not (on ?m)))

  (:action open
    :parameters (?x - (either door cabinet))
    :precondition (not (open ?x))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either door cabinet))
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action put-on-glasses
    :parameters ()
    :precondition (not (glasses-on))
    :effect (glasses-on))

  (:action take-off-glasses
    :parameters ()
    :precondition (glasses-on)
    :effect (not (glasses-on))))
