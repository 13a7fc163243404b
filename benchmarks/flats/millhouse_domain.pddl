(define (domain millhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    item fixture - thing
    surface opening burner wheel - fixture
    basin - surface
    cupboard gate - opening
    food dish - item)
  (:predicates
    (robot_in ?r - room)
    (stands_in ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - cupboard)
    (open ?o - opening)
    (locked ?g - gate)
    (burning ?b - burner)
    (turning ?w - wheel)
    (washed ?d - dish)
    (holding ?i - item)
    (hands_free))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot_in ?from)
    :effect (and (not (robot_in ?from)) (robot_in ?to)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?s ?r) (on ?i ?s) (hands_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hands_free))))
  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hands_free) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?c ?r) (inside ?i ?c) (open ?c) (hands_free))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hands_free))))
  (:action put_in
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?c ?r) (holding ?i) (open ?c))
    :effect (and (inside ?i ?c) (hands_free) (not (holding ?i))))
  (:action open_it
    :parameters (?o - cupboard ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action open_gate
    :parameters (?g - gate ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?g ?r) (not (open ?g)) (not (locked ?g)))
    :effect (open ?g))
  (:action close
    :parameters (?o - opening ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action lock
    :parameters (?g - gate ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?g ?r) (not (open ?g)) (not (locked ?g)))
    :effect (locked ?g))
  (:action unlock
    :parameters (?g - gate ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?g ?r) (locked ?g))
    :effect (not (locked ?g)))
  (:action light
    :parameters (?b - burner ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?b ?r) (not (burning ?b)))
    :effect (burning ?b))
  (:action put_out
    :parameters (?b - burner ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?b ?r) (burning ?b))
    :effect (not (burning ?b)))
  (:action stop
    :parameters (?w - wheel ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?w ?r) (turning ?w))
    :effect (not (turning ?w)))
  (:action wash
    :parameters (?d - dish ?b - basin ?r - room)
    :precondition (and (robot_in ?r) (stands_in ?b ?r) (on ?d ?b) (not (washed ?d)))
    :effect (washed ?d)))
