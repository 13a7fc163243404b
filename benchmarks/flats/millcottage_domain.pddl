; A retired couple's small cottage by a mill, and a robot with one hand.
(define (domain millcottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fitting item person - object
    top cabinet device window curtains plant cat - fitting
    lamp - device
    teacup book garment medicine spectacles can tin - item)
  (:predicates
    (robot-at ?r - room)
    (joins ?a - room ?b - room)
    (located ?f - fitting ?r - room)
    (sits-in ?p - person ?r - room)
    (on-top ?x - item ?t - top)
    (inside ?x - item ?c - cabinet)
    (shut ?c - cabinet)
    (carrying ?x - item)
    (empty-handed)
    (switched-on ?d - device)
    (ajar ?w - window)
    (drawn ?c - curtains)
    (watered ?p - plant)
    (fed ?c - cat)
    (given ?x - item ?p - person))

  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (joins ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))

  (:action lift
    :parameters (?x - item ?t - top ?r - room)
    :precondition (and (robot-at ?r) (located ?t ?r) (on-top ?x ?t) (empty-handed))
    :effect (and (carrying ?x) (not (on-top ?x ?t)) (not (empty-handed))))

  (:action set-down
    :parameters (?x - item ?t - top ?r - room)
    :precondition (and (robot-at ?r) (located ?t ?r) (carrying ?x))
    :effect (and (on-top ?x ?t) (empty-handed) (not (carrying ?x))))

  (:action get-out
    :parameters (?x - item ?c - cabinet ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (inside ?x ?c) (not (shut ?c)) (empty-handed))
    :effect (and (carrying ?x) (not (inside ?x ?c)) (not (empty-handed))))

  (:action stow
    :parameters (?x - item ?c - cabinet ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (carrying ?x) (not (shut ?c)))
    :effect (and (inside ?x ?c) (empty-handed) (not (carrying ?x))))

  (:action open-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (shut ?c) (empty-handed))
    :effect (not (shut ?c)))

  (:action shut-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (not (shut ?c)) (empty-handed))
    :effect (shut ?c))

  (:action turn-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))

  (:action turn-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))

  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (located ?w ?r) (not (ajar ?w)) (empty-handed))
    :effect (ajar ?w))

  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (located ?w ?r) (ajar ?w) (empty-handed))
    :effect (not (ajar ?w)))

  (:action draw-curtains
    :parameters (?c - curtains ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (not (drawn ?c)) (empty-handed))
    :effect (drawn ?c))

  (:action part-curtains
    :parameters (?c - curtains ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (drawn ?c) (empty-handed))
    :effect (not (drawn ?c)))

  (:action water-plant
    :parameters (?p - plant ?w - can ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (carrying ?w) (not (watered ?p)))
    :effect (watered ?p))

  (:action feed-cat
    :parameters (?c - cat ?f - tin ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (carrying ?f) (not (fed ?c)))
    :effect (fed ?c))

  (:action give
    :parameters (?x - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (sits-in ?p ?r) (carrying ?x))
    :effect (and (given ?x ?p) (empty-handed) (not (carrying ?x)))))
