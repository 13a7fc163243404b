(define (domain stationhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fitting item - object
    furniture device plant shutter - fitting
    surface container - furniture
    dishwasher - container
    lamp heater - device
    mug clothing - item)
  (:predicates
    (robot_in ?r - room)
    (adjacent ?a - room ?b - room)
    (located ?f - fitting ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?c - container)
    (holding ?i - item)
    (hand_free)
    (switched_on ?d - device)
    (lowered ?s - shutter)
    (watered ?p - plant)
    (clean ?m - mug)
    (swept ?r - room))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot_in ?a) (adjacent ?a ?b))
    :effect (and (not (robot_in ?a)) (robot_in ?b)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))
  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand_free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_free))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand_free) (not (holding ?i))))
  (:action open_up
    :parameters (?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (hand_free) (not (open ?c)))
    :effect (open ?c))
  (:action shut
    :parameters (?c - container ?r - room)
    :precondition (and (robot_in ?r) (located ?c ?r) (hand_free) (open ?c))
    :effect (not (open ?c)))
  (:action switch_on
    :parameters (?d - device ?r - room)
    :precondition (and (robot_in ?r) (located ?d ?r) (not (switched_on ?d)))
    :effect (switched_on ?d))
  (:action switch_off
    :parameters (?d - device ?r - room)
    :precondition (and (robot_in ?r) (located ?d ?r) (switched_on ?d))
    :effect (not (switched_on ?d)))
  (:action lower_shutter
    :parameters (?s - shutter ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (hand_free) (not (lowered ?s)))
    :effect (lowered ?s))
  (:action raise_shutter
    :parameters (?s - shutter ?r - room)
    :precondition (and (robot_in ?r) (located ?s ?r) (hand_free) (lowered ?s))
    :effect (not (lowered ?s)))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot_in ?r) (located ?p ?r) (hand_free) (not (watered ?p)))
    :effect (watered ?p))
  (:action run_wash
    :parameters (?m - mug ?d - dishwasher ?r - room)
    :precondition (and (robot_in ?r) (located ?d ?r) (in ?m ?d) (not (open ?d)) (not (clean ?m)))
    :effect (clean ?m))
  (:action sweep
    :parameters (?r - room)
    :precondition (and (robot_in ?r) (hand_free) (not (swept ?r)))
    :effect (swept ?r)))
