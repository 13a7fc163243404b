(define (domain twins_playroom)
  (:requirements :strips :typing :negative-preconditions)
  (:types toy box spot arm pet sounder floor - object
          teddy ball vehicle - toy
          bunk - spot)
  (:predicates
    (contains ?b - box ?t - toy)
    (lies-on ?s - spot ?t - toy)
    (gripping ?a - arm ?t - toy)
    (arm-busy ?a - arm)
    (shut ?b - box)
    (made ?k - bunk)
    (fed ?p - pet)
    (playing ?m - sounder)
    (swept ?f - floor))
  (:action grip-from-spot
    :parameters (?a - arm ?t - toy ?s - spot)
    :precondition (and (lies-on ?s ?t) (not (arm-busy ?a)))
    :effect (and (gripping ?a ?t) (arm-busy ?a) (not (lies-on ?s ?t))))
  (:action grip-from-box
    :parameters (?a - arm ?t - toy ?b - box)
    :precondition (and (contains ?b ?t) (not (shut ?b)) (not (arm-busy ?a)))
    :effect (and (gripping ?a ?t) (arm-busy ?a) (not (contains ?b ?t))))
  (:action lay
    :parameters (?a - arm ?t - toy ?s - spot)
    :precondition (gripping ?a ?t)
    :effect (and (lies-on ?s ?t) (not (gripping ?a ?t)) (not (arm-busy ?a))))
  (:action pack
    :parameters (?a - arm ?t - toy ?b - box)
    :precondition (and (gripping ?a ?t) (not (shut ?b)))
    :effect (and (contains ?b ?t) (not (gripping ?a ?t)) (not (arm-busy ?a))))
  (:action pull-open
    :parameters (?b - box)
    :precondition (shut ?b)
    :effect (not (shut ?b)))
  (:action push-shut
    :parameters (?b - box)
    :precondition (not (shut ?b))
    :effect (shut ?b))
  (:action make-up
    :parameters (?k - bunk)
    :precondition (not (made ?k))
    :effect (made ?k))
  (:action feed
    :parameters (?p - pet)
    :precondition (not (fed ?p))
    :effect (fed ?p))
  (:action start-music
    :parameters (?m - sounder)
    :precondition (not (playing ?m))
    :effect (playing ?m))
  (:action stop-music
    :parameters (?m - sounder)
    :precondition (playing ?m)
    :effect (not (playing ?m)))
  (:action sweep
    :parameters (?f - floor)
    :precondition (not (swept ?f))
    :effect (swept ?f)))
