(define (domain alpine_shelter)
  (:requirements :strips :typing :negative-preconditions)
  (:types space hand gate shutter stove gear - object
          lantern blanket basket cord - gear)
  (:predicates
    (robot-space ?s - space)
    (lies ?s - space ?g - gear)
    (has ?g - gear)
    (in-hand ?h - hand ?g - gear)
    (idle ?h - hand)
    (passage ?a ?b - space)
    (gateway ?d - gate ?a ?b - space)
    (bolted ?d - gate)
    (window-of ?s - space ?w - shutter)
    (barred ?w - shutter)
    (stove-of ?s - space ?k - stove)
    (stoked ?k - stove)
    (burning ?k - stove)
    (glowing ?l - lantern))
  (:action stroll
    :parameters (?a ?b - space)
    :precondition (and (robot-space ?a) (passage ?a ?b))
    :effect (and (robot-space ?b) (not (robot-space ?a))))
  (:action pass-gate
    :parameters (?d - gate ?a ?b - space)
    :precondition (and (robot-space ?a) (gateway ?d ?a ?b) (not (bolted ?d)))
    :effect (and (robot-space ?b) (not (robot-space ?a))))
  (:action bolt
    :parameters (?d - gate ?a ?b - space)
    :precondition (and (robot-space ?a) (gateway ?d ?a ?b) (not (bolted ?d)))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - gate ?a ?b - space)
    :precondition (and (robot-space ?a) (gateway ?d ?a ?b) (bolted ?d))
    :effect (not (bolted ?d)))
  (:action take
    :parameters (?g - gear ?h - hand ?s - space)
    :precondition (and (robot-space ?s) (lies ?s ?g) (idle ?h))
    :effect (and (has ?g) (in-hand ?h ?g) (not (idle ?h)) (not (lies ?s ?g))))
  (:action lay-down
    :parameters (?g - gear ?h - hand ?s - space)
    :precondition (and (robot-space ?s) (in-hand ?h ?g) (has ?g))
    :effect (and (lies ?s ?g) (idle ?h) (not (has ?g)) (not (in-hand ?h ?g))))
  (:action stoke
    :parameters (?k - stove ?w - basket ?s - space)
    :precondition (and (robot-space ?s) (stove-of ?s ?k) (has ?w) (not (stoked ?k)))
    :effect (stoked ?k))
  (:action ignite
    :parameters (?k - stove ?s - space)
    :precondition (and (robot-space ?s) (stove-of ?s ?k) (stoked ?k) (not (burning ?k)))
    :effect (burning ?k))
  (:action quench
    :parameters (?k - stove ?s - space)
    :precondition (and (robot-space ?s) (stove-of ?s ?k) (burning ?k))
    :effect (not (burning ?k)))
  (:action bar
    :parameters (?w - shutter ?s - space)
    :precondition (and (robot-space ?s) (window-of ?s ?w) (not (barred ?w)))
    :effect (barred ?w))
  (:action unbar
    :parameters (?w - shutter ?s - space)
    :precondition (and (robot-space ?s) (window-of ?s ?w) (barred ?w))
    :effect (not (barred ?w)))
  (:action light-up
    :parameters (?l - lantern ?s - space)
    :precondition (and (robot-space ?s) (lies ?s ?l) (not (glowing ?l)))
    :effect (glowing ?l))
  (:action snuff
    :parameters (?l - lantern ?s - space)
    :precondition (and (robot-space ?s) (lies ?s ?l) (glowing ?l))
    :effect (not (glowing ?l))))
