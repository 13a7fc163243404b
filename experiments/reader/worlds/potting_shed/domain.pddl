(define (domain potting_shed)
  (:requirements :strips :typing :negative-preconditions)
  (:types area holder gear seed pot bed animal gate lantern - object
          can - gear)
  (:predicates
    (bot-at ?a - area)
    (stands ?h - holder ?a - area)
    (grows ?b - bed ?a - area)
    (lives ?n - animal ?a - area)
    (contains ?h - holder ?g - gear)
    (gripped ?g - gear)
    (busy)
    (full ?c - can)
    (dry ?b - bed)
    (weedy ?b - bed)
    (sown ?s - seed ?p - pot)
    (vacant ?p - pot)
    (fed ?n - animal)
    (bolted ?g - gate)
    (burning ?l - lantern))
  (:action go
    :parameters (?a - area ?b - area)
    :precondition (bot-at ?a)
    :effect (and (not (bot-at ?a)) (bot-at ?b)))
  (:action take
    :parameters (?g - gear ?h - holder ?a - area)
    :precondition (and (bot-at ?a) (stands ?h ?a) (contains ?h ?g) (not (busy)))
    :effect (and (gripped ?g) (busy) (not (contains ?h ?g))))
  (:action leave-in
    :parameters (?g - gear ?h - holder ?a - area)
    :precondition (and (bot-at ?a) (stands ?h ?a) (gripped ?g))
    :effect (and (contains ?h ?g) (not (gripped ?g)) (not (busy))))
  (:action fill-can
    :parameters (?c - can)
    :precondition (and (gripped ?c) (not (full ?c)))
    :effect (full ?c))
  (:action water-bed
    :parameters (?b - bed ?c - can ?a - area)
    :precondition (and (bot-at ?a) (grows ?b ?a) (gripped ?c) (full ?c) (dry ?b))
    :effect (and (not (dry ?b)) (not (full ?c))))
  (:action weed
    :parameters (?b - bed ?a - area)
    :precondition (and (bot-at ?a) (grows ?b ?a) (weedy ?b) (not (busy)))
    :effect (not (weedy ?b)))
  (:action sow
    :parameters (?s - seed ?p - pot)
    :precondition (and (vacant ?p) (not (busy)))
    :effect (and (sown ?s ?p) (not (vacant ?p))))
  (:action tip-out
    :parameters (?s - seed ?p - pot)
    :precondition (and (sown ?s ?p) (not (busy)))
    :effect (and (vacant ?p) (not (sown ?s ?p))))
  (:action feed
    :parameters (?n - animal ?a - area)
    :precondition (and (bot-at ?a) (lives ?n ?a) (not (fed ?n)))
    :effect (fed ?n))
  (:action bolt
    :parameters (?g - gate)
    :precondition (and (not (bolted ?g)) (not (busy)))
    :effect (bolted ?g))
  (:action unbolt
    :parameters (?g - gate)
    :precondition (and (bolted ?g) (not (busy)))
    :effect (not (bolted ?g)))
  (:action kindle
    :parameters (?l - lantern)
    :precondition (not (burning ?l))
    :effect (burning ?l))
  (:action snuff
    :parameters (?l - lantern)
    :precondition (burning ?l)
    :effect (not (burning ?l))))
