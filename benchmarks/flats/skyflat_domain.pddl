(define (domain skyflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture thing - object
    spot plant player blind - fixture
    cabinet board charger - spot
    washer - cabinet
    garment crockery gadget can - thing)
  (:predicates
    (fitted ?r - room ?f - fixture)
    (houses ?s - spot ?t - thing)
    (shut ?s - spot)
    (carrying ?t - thing)
    (idle-hand)
    (gloomy ?r - room)
    (down ?b - blind)
    (playing ?p - player)
    (thirsty ?p - plant)
    (creased ?g - garment)
    (soiled ?c - crockery)
    (drained ?g - gadget))
  (:action grab
    :parameters (?s - spot ?t - thing)
    :precondition (and (houses ?s ?t) (not (shut ?s)) (idle-hand))
    :effect (and (carrying ?t) (not (houses ?s ?t)) (not (idle-hand))))
  (:action deposit
    :parameters (?s - spot ?t - thing)
    :precondition (and (carrying ?t) (not (shut ?s)))
    :effect (and (houses ?s ?t) (idle-hand) (not (carrying ?t))))
  (:action pull-open
    :parameters (?c - cabinet)
    :precondition (and (shut ?c) (idle-hand))
    :effect (not (shut ?c)))
  (:action push-to
    :parameters (?c - cabinet)
    :precondition (and (not (shut ?c)) (idle-hand))
    :effect (shut ?c))
  (:action brighten
    :parameters (?r - room)
    :precondition (gloomy ?r)
    :effect (not (gloomy ?r)))
  (:action dim
    :parameters (?r - room)
    :precondition (not (gloomy ?r))
    :effect (gloomy ?r))
  (:action lower
    :parameters (?b - blind)
    :precondition (not (down ?b))
    :effect (down ?b))
  (:action raise
    :parameters (?b - blind)
    :precondition (down ?b)
    :effect (not (down ?b)))
  (:action start
    :parameters (?p - player)
    :precondition (not (playing ?p))
    :effect (playing ?p))
  (:action silence
    :parameters (?p - player)
    :precondition (playing ?p)
    :effect (not (playing ?p)))
  (:action water
    :parameters (?c - can ?p - plant)
    :precondition (and (carrying ?c) (thirsty ?p))
    :effect (not (thirsty ?p)))
  (:action press
    :parameters (?b - board ?g - garment)
    :precondition (and (houses ?b ?g) (creased ?g) (idle-hand))
    :effect (not (creased ?g)))
  (:action run-wash
    :parameters (?w - washer ?c - crockery)
    :precondition (and (houses ?w ?c) (shut ?w) (soiled ?c))
    :effect (not (soiled ?c)))
  (:action top-up
    :parameters (?d - charger ?g - gadget)
    :precondition (and (houses ?d ?g) (drained ?g))
    :effect (not (drained ?g))))
