(define (domain thimble_and_tock)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    ledge cabinet piece lamp - object
    jar clock book duster knick-knack - piece)
  (:predicates
    (on ?x - piece ?l - ledge)
    (keeps ?c - cabinet ?x - piece)
    (held ?x - piece)
    (hands-empty)
    (liftable ?x - piece)
    (gapes ?c - cabinet)
    (locked ?c - cabinet)
    (ticking ?c - clock)
    (dusty ?x - piece)
    (lidless ?j - jar)
    (lit ?l - lamp))
  (:action lift
    :parameters (?x - piece ?l - ledge)
    :precondition (and (on ?x ?l) (liftable ?x) (hands-empty))
    :effect (and (held ?x) (not (on ?x ?l)) (not (hands-empty))))
  (:action stand
    :parameters (?x - piece ?l - ledge)
    :precondition (and (held ?x))
    :effect (and (on ?x ?l) (hands-empty) (not (held ?x))))
  (:action get-from
    :parameters (?x - piece ?c - cabinet)
    :precondition (and (keeps ?c ?x) (gapes ?c) (liftable ?x) (hands-empty))
    :effect (and (held ?x) (not (keeps ?c ?x)) (not (hands-empty))))
  (:action house-in
    :parameters (?x - piece ?c - cabinet)
    :precondition (and (held ?x) (gapes ?c))
    :effect (and (keeps ?c ?x) (hands-empty) (not (held ?x))))
  (:action unlock
    :parameters (?c - cabinet)
    :precondition (and (locked ?c))
    :effect (and (not (locked ?c))))
  (:action lock
    :parameters (?c - cabinet)
    :precondition (and (not (locked ?c)) (not (gapes ?c)))
    :effect (and (locked ?c)))
  (:action swing-open
    :parameters (?c - cabinet)
    :precondition (and (not (locked ?c)) (not (gapes ?c)))
    :effect (and (gapes ?c)))
  (:action swing-shut
    :parameters (?c - cabinet)
    :precondition (and (gapes ?c))
    :effect (and (not (gapes ?c))))
  (:action wind
    :parameters (?c - clock)
    :precondition (and (not (ticking ?c)))
    :effect (and (ticking ?c)))
  (:action still
    :parameters (?c - clock)
    :precondition (and (ticking ?c))
    :effect (and (not (ticking ?c))))
  (:action dust-book
    :parameters (?b - book ?d - duster)
    :precondition (and (held ?d) (dusty ?b))
    :effect (and (not (dusty ?b))))
  (:action dust-clock
    :parameters (?c - clock ?d - duster)
    :precondition (and (held ?d) (dusty ?c))
    :effect (and (not (dusty ?c))))
  (:action put-lid-on
    :parameters (?j - jar)
    :precondition (and (lidless ?j) (hands-empty))
    :effect (and (not (lidless ?j))))
  (:action take-lid-off
    :parameters (?j - jar)
    :precondition (and (not (lidless ?j)) (hands-empty))
    :effect (and (lidless ?j)))
  (:action kindle
    :parameters (?l - lamp)
    :precondition (and (not (lit ?l)))
    :effect (and (lit ?l)))
  (:action quench
    :parameters (?l - lamp)
    :precondition (and (lit ?l))
    :effect (and (not (lit ?l)))))
