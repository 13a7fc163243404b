; A tea room: pots and cakes go to tables, guests are seated, billed and seen off.
(define (domain tearoom)
  (:requirements :adl)
  (:types
    serving table guest - object
    pot cake - serving)
  (:predicates
    (in-kitchen ?x - serving)
    (on ?x - serving ?t - table)
    (sits-at ?g - guest ?t - table)
    (lidless ?p - pot)
    (brewed ?p - pot)
    (chipped ?p - pot)
    (sliced ?c - cake)
    (nutty ?c - cake)
    (allergic ?g - guest)
    (laid ?t - table)
    (crumby ?t - table)
    (billed ?t - table))

  (:action brew
    :parameters (?p - pot)
    :precondition (and (in-kitchen ?p) (lidless ?p) (not (brewed ?p)))
    :effect (brewed ?p))

  (:action lid
    :parameters (?p - pot)
    :precondition (lidless ?p)
    :effect (not (lidless ?p)))

  (:action unlid
    :parameters (?p - pot)
    :precondition (not (lidless ?p))
    :effect (lidless ?p))

  (:action cut-up
    :parameters (?c - cake)
    :precondition (and (in-kitchen ?c) (not (sliced ?c)))
    :effect (sliced ?c))

  (:action lay-up
    :parameters (?t - table)
    :precondition (not (laid ?t))
    :effect (laid ?t))

  (:action wipe-down
    :parameters (?t - table)
    :precondition (crumby ?t)
    :effect (not (crumby ?t)))

  (:action seat
    :parameters (?g - guest ?t - table)
    :precondition (forall (?x - table) (not (sits-at ?g ?x)))
    :effect (sits-at ?g ?t))

  (:action bring-to
    :parameters (?x - serving ?t - table)
    :precondition (in-kitchen ?x)
    :effect (and (on ?x ?t) (not (in-kitchen ?x))))

  (:action clear-away
    :parameters (?x - serving ?t - table)
    :precondition (on ?x ?t)
    :effect (and (in-kitchen ?x) (not (on ?x ?t))
      (forall (?p - pot) (when (= ?p ?x) (not (brewed ?p))))))

  (:action bill
    :parameters (?t - table)
    :precondition (and (not (billed ?t)) (exists (?g - guest) (sits-at ?g ?t)))
    :effect (billed ?t))

  (:action see-off
    :parameters (?g - guest ?t - table)
    :precondition (sits-at ?g ?t)
    :effect (and (not (sits-at ?g ?t)) (crumby ?t) (not (laid ?t)) (not (billed ?t)))))
