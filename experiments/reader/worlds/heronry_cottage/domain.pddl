(define (domain heronry_cottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person piece portable - object
          top openable lamp tap - piece
          bed - top
          box window - openable
          book jar dish blanket footwear - portable)
  (:predicates
    (robot-at ?r - room)
    (leads ?a - room ?b - room)
    (where ?p - piece ?r - room)
    (sits-in ?p - person ?r - room)
    (stands-on ?i - portable ?t - top)
    (within ?i - portable ?b - box)
    (with ?i - portable ?p - person)
    (carries ?i - portable)
    (free-hand)
    (open ?o - openable)
    (unlit ?l - lamp)
    (flowing ?t - tap)
    (made ?b - bed)
    (folded ?b - blanket)
    (soiled ?d - dish))
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (leads ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action pick-up
    :parameters (?i - portable ?t - top ?r - room)
    :precondition (and (robot-at ?r) (where ?t ?r) (stands-on ?i ?t) (free-hand))
    :effect (and (carries ?i) (not (stands-on ?i ?t)) (not (free-hand))))
  (:action put-down
    :parameters (?i - portable ?t - top ?r - room)
    :precondition (and (robot-at ?r) (where ?t ?r) (carries ?i))
    :effect (and (stands-on ?i ?t) (free-hand) (not (carries ?i))))
  (:action take-from
    :parameters (?i - portable ?b - box ?r - room)
    :precondition (and (robot-at ?r) (where ?b ?r) (within ?i ?b) (open ?b) (free-hand))
    :effect (and (carries ?i) (not (within ?i ?b)) (not (free-hand))))
  (:action put-into
    :parameters (?i - portable ?b - box ?r - room)
    :precondition (and (robot-at ?r) (where ?b ?r) (carries ?i) (open ?b))
    :effect (and (within ?i ?b) (free-hand) (not (carries ?i))))
  (:action give
    :parameters (?i - portable ?p - person ?r - room)
    :precondition (and (robot-at ?r) (sits-in ?p ?r) (carries ?i))
    :effect (and (with ?i ?p) (free-hand) (not (carries ?i))))
  (:action open-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (where ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (where ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action light-lamp
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (where ?l ?r) (unlit ?l))
    :effect (not (unlit ?l)))
  (:action snuff-lamp
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (where ?l ?r) (not (unlit ?l)))
    :effect (unlit ?l))
  (:action turn-tap-on
    :parameters (?t - tap ?r - room)
    :precondition (and (robot-at ?r) (where ?t ?r) (not (flowing ?t)))
    :effect (flowing ?t))
  (:action turn-tap-off
    :parameters (?t - tap ?r - room)
    :precondition (and (robot-at ?r) (where ?t ?r) (flowing ?t))
    :effect (not (flowing ?t)))
  (:action wash-dish
    :parameters (?d - dish ?t - tap ?r - room)
    :precondition (and (robot-at ?r) (where ?t ?r) (carries ?d) (soiled ?d))
    :effect (not (soiled ?d)))
  (:action fold
    :parameters (?b - blanket)
    :precondition (and (carries ?b) (not (folded ?b)))
    :effect (folded ?b))
  (:action make-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-at ?r) (where ?b ?r) (free-hand) (not (made ?b)))
    :effect (made ?b)))
