; A robot that helps a beekeeper.
(define (domain apiary)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    hive frame jar garment - object)
  (:predicates
    (open ?h - hive)
    (calm ?h - hive)
    (fed ?h - hive)
    (sick ?h - hive)
    (in ?f - frame ?h - hive)
    (holding ?f - frame)
    (hands-free)
    (capped ?f - frame)
    (full ?j - jar)
    (sealed ?j - jar)
    (worn ?g - garment))

  (:action put-on
    :parameters (?g - garment)
    :precondition (not (worn ?g))
    :effect (worn ?g))

  (:action take-off
    :parameters (?g - garment)
    :precondition (worn ?g)
    :effect (not (worn ?g)))

  (:action smoke
    :parameters (?h - hive)
    :precondition (and)
    :effect (calm ?h))

  (:action open
    :parameters (?h - hive)
    :precondition (not (open ?h))
    :effect (open ?h))

  (:action close
    :parameters (?h - hive)
    :precondition (open ?h)
    :effect (and (not (open ?h)) (not (calm ?h))))

  (:action feed
    :parameters (?h - hive)
    :precondition (open ?h)
    :effect (fed ?h))

  (:action take-out
    :parameters (?f - frame ?h - hive)
    :precondition (and (open ?h) (in ?f ?h) (hands-free))
    :effect (and (holding ?f) (not (hands-free)) (not (in ?f ?h))))

  (:action put-in
    :parameters (?f - frame ?h - hive)
    :precondition (and (open ?h) (holding ?f))
    :effect (and (in ?f ?h) (hands-free) (not (holding ?f))))

  (:action uncap
    :parameters (?f - frame)
    :precondition (and (holding ?f) (capped ?f))
    :effect (not (capped ?f)))

  (:action fill
    :parameters (?j - jar ?f - frame)
    :precondition (and (holding ?f) (not (capped ?f)) (not (full ?j)))
    :effect (full ?j))

  (:action seal
    :parameters (?j - jar)
    :precondition (and (full ?j) (not (sealed ?j)))
    :effect (sealed ?j)))
