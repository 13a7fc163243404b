; A robot with one gripper at a chemist's bench.
(define (domain lab)
  (:requirements :strips :typing :negative-preconditions :equality :conditional-effects)
  (:types
    vessel place burner chemical garment centrifuge - object
    flask beaker - vessel
    hood bench bin - place
    acid base solvent - chemical)
  (:predicates
    (at ?v - vessel ?p - place)
    (holding ?v - vessel)
    (hand-empty)
    (contains ?v - vessel ?c - chemical)
    (hot ?v - vessel)
    (stirred ?v - vessel)
    (sealed ?v - vessel)
    (labelled ?v - vessel)
    (dirty ?v - vessel)
    (lit ?b - burner)
    (running ?h - hood)
    (open ?h - hood)
    (wearing ?g - garment)
    (spinning ?c - centrifuge)
    (toxic ?c - chemical)
    (flammable ?c - chemical))

  (:action light
    :parameters (?b - burner)
    :precondition (not (lit ?b))
    :effect (lit ?b))

  (:action put-out
    :parameters (?b - burner)
    :precondition (lit ?b)
    :effect (not (lit ?b)))

  (:action switch-on
    :parameters (?h - hood)
    :precondition (not (running ?h))
    :effect (running ?h))

  (:action switch-off
    :parameters (?h - hood)
    :precondition (running ?h)
    :effect (not (running ?h)))

  (:action open
    :parameters (?h - hood)
    :precondition (not (open ?h))
    :effect (open ?h))

  (:action close
    :parameters (?h - hood)
    :precondition (open ?h)
    :effect (not (open ?h)))

  (:action pick-up
    :parameters (?v - vessel)
    :precondition (hand-empty)
    :effect (and (holding ?v) (not (hand-empty))
                 (forall (?p - place) (not (at ?v ?p)))))

  (:action put-down
    :parameters (?v - vessel ?p - place)
    :precondition (holding ?v)
    :effect (and (at ?v ?p) (hand-empty) (not (holding ?v))))

  (:action pour
    :parameters (?c - chemical ?from ?to - vessel)
    :precondition (and (holding ?from) (contains ?from ?c) (not (sealed ?from)) (not (sealed ?to)) (not (= ?from ?to)))
    :effect (and (contains ?to ?c) (not (contains ?from ?c)) (not (stirred ?to)) (dirty ?from)))

  (:action heat
    :parameters (?v - vessel ?b - burner)
    :precondition (and (lit ?b) (not (hot ?v)))
    :effect (hot ?v))

  (:action cool
    :parameters (?v - vessel)
    :precondition (hot ?v)
    :effect (not (hot ?v)))

  (:action stir
    :parameters (?v - vessel)
    :precondition (not (sealed ?v))
    :effect (stirred ?v))

  (:action seal
    :parameters (?v - vessel)
    :precondition (not (sealed ?v))
    :effect (sealed ?v))

  (:action unseal
    :parameters (?v - vessel)
    :precondition (sealed ?v)
    :effect (not (sealed ?v)))

  (:action label
    :parameters (?v - vessel)
    :precondition (not (labelled ?v))
    :effect (labelled ?v))

  (:action rinse
    :parameters (?v - vessel)
    :precondition (dirty ?v)
    :effect (not (dirty ?v)))

  (:action discard
    :parameters (?c - chemical ?v - vessel)
    :precondition (contains ?v ?c)
    :effect (and (not (contains ?v ?c)) (dirty ?v)))

  (:action spin-up
    :parameters (?c - centrifuge)
    :precondition (not (spinning ?c))
    :effect (spinning ?c))

  (:action stop
    :parameters (?c - centrifuge)
    :precondition (spinning ?c)
    :effect (not (spinning ?c)))

  (:action put-on
    :parameters (?g - garment)
    :precondition (not (wearing ?g))
    :effect (wearing ?g))

  (:action take-off
    :parameters (?g - garment)
    :precondition (wearing ?g)
    :effect (not (wearing ?g))))
