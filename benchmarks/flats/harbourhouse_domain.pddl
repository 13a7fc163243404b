(define (domain harbourhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person colour side fixture movable - object
    spot device bin basin sign barrier - fixture
    surface container - spot
    lamp machine - device
    door window shutter - barrier
    dish key broom stuff - movable)
  (:predicates
    (robot_at ?r - room)
    (way ?a - room ?b - room)
    (fixed_in ?f - fixture ?r - room)
    (person_in ?p - person ?r - room)
    (thing_at ?x - movable ?s - spot)
    (carrying ?x - movable)
    (free_hand)
    (held_by ?x - movable ?p - person)
    (owner ?x - movable ?p - person)
    (coloured ?x - movable ?c - colour)
    (can_open ?f - fixture)
    (opened ?f - fixture)
    (fits ?k - key ?f - fixture)
    (locked ?f - fixture)
    (powered ?d - device)
    (dirty ?x - dish)
    (swept ?r - room)
    (full ?b - bin)
    (sign_shows ?s - sign ?f - side))
  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (robot_at ?a) (way ?a ?b))
    :effect (and (robot_at ?b) (not (robot_at ?a))))
  (:action pick_up
    :parameters (?x - movable ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?s ?r) (thing_at ?x ?s) (free_hand))
    :effect (and (carrying ?x) (not (thing_at ?x ?s)) (not (free_hand))))
  (:action set_down
    :parameters (?x - movable ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?s ?r) (carrying ?x))
    :effect (and (thing_at ?x ?s) (free_hand) (not (carrying ?x))))
  (:action take_out
    :parameters (?x - movable ?c - container ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?c ?r) (opened ?c) (thing_at ?x ?c) (free_hand))
    :effect (and (carrying ?x) (not (thing_at ?x ?c)) (not (free_hand))))
  (:action store
    :parameters (?x - movable ?c - container ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?c ?r) (opened ?c) (carrying ?x))
    :effect (and (thing_at ?x ?c) (free_hand) (not (carrying ?x))))
  (:action hand_over
    :parameters (?x - movable ?p - person ?r - room)
    :precondition (and (robot_at ?r) (person_in ?p ?r) (carrying ?x))
    :effect (and (held_by ?x ?p) (free_hand) (not (carrying ?x))))
  (:action open_up
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?f ?r) (can_open ?f) (not (opened ?f)) (not (locked ?f)))
    :effect (opened ?f))
  (:action shut
    :parameters (?f - fixture ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?f ?r) (can_open ?f) (opened ?f))
    :effect (not (opened ?f)))
  (:action lock
    :parameters (?f - fixture ?k - key ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?f ?r) (fits ?k ?f) (carrying ?k) (not (opened ?f)) (not (locked ?f)))
    :effect (locked ?f))
  (:action unlock
    :parameters (?f - fixture ?k - key ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?f ?r) (fits ?k ?f) (carrying ?k) (locked ?f))
    :effect (not (locked ?f)))
  (:action switch_on
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?d ?r) (not (powered ?d)))
    :effect (powered ?d))
  (:action switch_off
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?d ?r) (powered ?d))
    :effect (not (powered ?d)))
  (:action scrub
    :parameters (?x - dish ?b - basin ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?b ?r) (carrying ?x) (dirty ?x))
    :effect (not (dirty ?x)))
  (:action sweep
    :parameters (?r - room ?b - broom)
    :precondition (and (robot_at ?r) (carrying ?b) (not (swept ?r)))
    :effect (swept ?r))
  (:action empty_bin
    :parameters (?b - bin ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?b ?r) (full ?b) (free_hand))
    :effect (not (full ?b)))
  (:action flip_sign
    :parameters (?s - sign ?f - side ?g - side ?r - room)
    :precondition (and (robot_at ?r) (fixed_in ?s ?r) (sign_shows ?s ?f) (not (sign_shows ?s ?g)))
    :effect (and (sign_shows ?s ?g) (not (sign_shows ?s ?f)))))
