(define (domain parsonage)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing fixture - object
    surface opening light clockwork plant - fixture
    door swinging - opening
    storage window - swinging)
  (:predicates
    (robot_at ?r - room)
    (part_of ?f - fixture ?r - room)
    (on ?t - thing ?s - surface)
    (in ?t - thing ?c - storage)
    (open ?o - opening)
    (locked ?d - door)
    (lit ?l - light)
    (wound ?k - clockwork)
    (watered ?p - plant)
    (holding ?t - thing)
    (hand_free))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (robot_at ?a)
    :effect (and (not (robot_at ?a)) (robot_at ?b)))
  (:action pick_up
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (part_of ?s ?r) (on ?t ?s) (hand_free))
    :effect (and (holding ?t) (not (on ?t ?s)) (not (hand_free))))
  (:action put_on
    :parameters (?t - thing ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (part_of ?s ?r) (holding ?t))
    :effect (and (on ?t ?s) (hand_free) (not (holding ?t))))
  (:action take_out
    :parameters (?t - thing ?c - storage ?r - room)
    :precondition (and (robot_at ?r) (part_of ?c ?r) (in ?t ?c) (open ?c) (hand_free))
    :effect (and (holding ?t) (not (in ?t ?c)) (not (hand_free))))
  (:action put_in
    :parameters (?t - thing ?c - storage ?r - room)
    :precondition (and (robot_at ?r) (part_of ?c ?r) (holding ?t) (open ?c))
    :effect (and (in ?t ?c) (hand_free) (not (holding ?t))))
  (:action open_it
    :parameters (?o - swinging ?r - room)
    :precondition (and (robot_at ?r) (part_of ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action open_door
    :parameters (?o - door ?r - room)
    :precondition (and (robot_at ?r) (part_of ?o ?r) (not (open ?o)) (not (locked ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - opening ?r - room)
    :precondition (and (robot_at ?r) (part_of ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (part_of ?d ?r) (not (open ?d)) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (part_of ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action light_it
    :parameters (?l - light ?r - room)
    :precondition (and (robot_at ?r) (part_of ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action put_out
    :parameters (?l - light ?r - room)
    :precondition (and (robot_at ?r) (part_of ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action wind
    :parameters (?k - clockwork ?r - room)
    :precondition (and (robot_at ?r) (part_of ?k ?r) (not (wound ?k)))
    :effect (wound ?k))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot_at ?r) (part_of ?p ?r) (not (watered ?p)))
    :effect (watered ?p)))
