; A launderette: linen is taken in, washed, dried, folded and handed out.
(define (domain launderette)
  (:requirements :adl)
  (:types
    machine item - object
    washer dryer - machine
    linen wool - item)
  (:predicates
    (in ?i - item ?m - machine)
    (on-counter ?i - item)
    (on-shelf ?i - item)
    (soiled ?i - item)
    (damp ?i - item)
    (folded ?i - item)
    (handed-over ?i - item)
    (running ?m - machine)
    (lint-free ?d - dryer))

  (:action load
    :parameters (?i - item ?m - machine)
    :precondition (and (on-counter ?i) (not (running ?m)) (not (handed-over ?i)))
    :effect (and (in ?i ?m) (not (on-counter ?i)) (not (folded ?i))))

  (:action take-out
    :parameters (?i - item ?m - machine)
    :precondition (and (in ?i ?m) (not (running ?m)))
    :effect (and (on-counter ?i) (not (in ?i ?m))))

  (:action switch-on
    :parameters (?m - machine)
    :precondition (not (running ?m))
    :effect (running ?m))

  (:action switch-off
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (and (not (running ?m))
      (forall (?i - item ?w - washer) (when (and (= ?w ?m) (in ?i ?w)) (and (not (soiled ?i)) (damp ?i))))
      (forall (?i - item ?d - dryer) (when (and (= ?d ?m) (in ?i ?d)) (not (damp ?i))))
      (forall (?d - dryer) (when (= ?d ?m) (not (lint-free ?d))))))

  (:action clean-out
    :parameters (?d - dryer)
    :precondition (and (not (running ?d)) (not (lint-free ?d)))
    :effect (lint-free ?d))

  (:action fold-up
    :parameters (?i - item)
    :precondition (and (on-counter ?i) (not (folded ?i)))
    :effect (folded ?i))

  (:action put-away
    :parameters (?i - item)
    :precondition (on-counter ?i)
    :effect (and (on-shelf ?i) (not (on-counter ?i))))

  (:action hand-over
    :parameters (?i - item)
    :precondition (or (on-counter ?i) (on-shelf ?i))
    :effect (and (handed-over ?i) (not (on-counter ?i)) (not (on-shelf ?i)))))
