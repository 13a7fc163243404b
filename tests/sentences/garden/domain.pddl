; A robot that looks after a garden.
(define (domain garden)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    plant bed lawn tool tap shed gate - object
    rose tomato lavender - plant
    hose sprayer mower shears - tool)
  (:predicates
    (holding ?t - tool)
    (hands-free)
    (in ?t - tool ?s - shed)
    (open ?x - (either gate shed))
    (locked ?x - (either gate shed))
    (on ?x - (either tap mower))
    (attached ?h - hose ?t - tap)
    (watered ?b - bed)
    (weeded ?b - bed)
    (covered ?b - bed)
    (pruned ?p - plant)
    (sprayed ?p - plant)
    (ripe ?t - tomato)
    (harvested ?t - tomato)
    (mown ?l - lawn)
    (filled ?s - sprayer)
    (grows-in ?p - plant ?b - bed))

  (:action open
    :parameters (?x - (either gate shed))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either gate shed))
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action lock
    :parameters (?x - (either gate shed))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (locked ?x))

  (:action unlock
    :parameters (?x - (either gate shed))
    :precondition (locked ?x)
    :effect (not (locked ?x)))

  (:action take
    :parameters (?t - tool ?s - shed)
    :precondition (and (hands-free) (in ?t ?s) (open ?s))
    :effect (and (holding ?t) (not (hands-free)) (not (in ?t ?s))))

  (:action put-away
    :parameters (?t - tool ?s - shed)
    :precondition (and (holding ?t) (open ?s))
    :effect (and (in ?t ?s) (hands-free) (not (holding ?t))))

  (:action pick-up
    :parameters (?t - tool)
    :precondition (hands-free)
    :effect (and (holding ?t) (not (hands-free))))

  (:action lay-down
    :parameters (?t - tool)
    :precondition (holding ?t)
    :effect (and (hands-free) (not (holding ?t))))

  (:action turn-on
    :parameters (?x - (either tap mower))
    :precondition (not (on ?x))
    :effect (on ?x))

  (:action turn-off
    :parameters (?x - (either tap mower))
    :precondition (on ?x)
    :effect (not (on ?x)))

  (:action attach
    :parameters (?h - hose ?t - tap)
    :precondition (not (attached ?h ?t))
    :effect (attached ?h ?t))

  (:action detach
    :parameters (?h - hose ?t - tap)
    :precondition (attached ?h ?t)
    :effect (not (attached ?h ?t)))

  (:action water
    :parameters (?b - bed)
    :precondition (and)
    :effect (watered ?b))

  (:action weed
    :parameters (?b - bed)
    :precondition (not (weeded ?b))
    :effect (weeded ?b))

  (:action cover
    :parameters (?b - bed)
    :precondition (not (covered ?b))
    :effect (covered ?b))

  (:action uncover
    :parameters (?b - bed)
    :precondition (covered ?b)
    :effect (not (covered ?b)))

  (:action prune
    :parameters (?p - plant)
    :precondition (not (pruned ?p))
    :effect (pruned ?p))

  (:action spray
    :parameters (?p - plant)
    :precondition (not (sprayed ?p))
    :effect (sprayed ?p))

  (:action refill
    :parameters (?s - sprayer)
    :precondition (not (filled ?s))
    :effect (filled ?s))

  (:action harvest
    :parameters (?t - tomato)
    :precondition (not (harvested ?t))
    :effect (and (harvested ?t) (not (ripe ?t))))

  (:action mow
    :parameters (?l - lawn)
    :precondition (and)
    :effect (mown ?l)))
