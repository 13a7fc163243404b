; A small cottage at the mill: a retired couple, a dog and a kitchen garden.
(define (domain millcottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room surface openable item plot person dog - object
    cupboard barrier - openable)
  (:predicates
    (robot_at ?r - room)
    (holding ?i - item)
    (hand_free)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - cupboard)
    (has ?p - person ?i - item)
    (open ?o - openable)
    (watered ?b - plot)
    (fed ?d - dog)
    (dog_at ?d - dog ?r - room)
    ; what never changes
    (surface_at ?s - surface ?r - room)
    (openable_at ?o - openable ?r - room)
    (plot_at ?b - plot ?r - room)
    (person_at ?p - person ?r - room)
    (archway ?a - room ?b - room)
    (leads ?o - barrier ?a - room ?b - room)
    (pours ?i - item)
    (dog_food ?i - item))

  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (robot_at ?a) (archway ?a ?b))
    :effect (and (robot_at ?b) (not (robot_at ?a))))

  (:action walk_through
    :parameters (?o - barrier ?a - room ?b - room)
    :precondition (and (robot_at ?a) (leads ?o ?a ?b) (open ?o))
    :effect (and (robot_at ?b) (not (robot_at ?a))))

  (:action open_up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (openable_at ?o ?r) (not (open ?o)))
    :effect (open ?o))

  (:action shut
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (openable_at ?o ?r) (open ?o))
    :effect (not (open ?o)))

  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (surface_at ?s ?r) (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))

  (:action put_on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (surface_at ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))

  (:action take_out
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_at ?r) (openable_at ?c ?r) (open ?c) (in ?i ?c) (hand_free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_free))))

  (:action put_in
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot_at ?r) (openable_at ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand_free) (not (holding ?i))))

  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (person_at ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand_free) (not (holding ?i))))

  (:action take_from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot_at ?r) (person_at ?p ?r) (has ?p ?i) (hand_free))
    :effect (and (holding ?i) (not (has ?p ?i)) (not (hand_free))))

  (:action water
    :parameters (?b - plot ?i - item ?r - room)
    :precondition (and (robot_at ?r) (plot_at ?b ?r) (holding ?i) (pours ?i))
    :effect (watered ?b))

  (:action feed
    :parameters (?d - dog ?i - item ?r - room)
    :precondition (and (robot_at ?r) (dog_at ?d ?r) (holding ?i) (dog_food ?i))
    :effect (fed ?d))

  (:action call_dog
    :parameters (?d - dog ?a - room ?b - room)
    :precondition (and (robot_at ?b) (dog_at ?d ?a) (archway ?a ?b))
    :effect (and (dog_at ?d ?b) (not (dog_at ?d ?a))))

  (:action call_dog_through
    :parameters (?d - dog ?o - barrier ?a - room ?b - room)
    :precondition (and (robot_at ?b) (dog_at ?d ?a) (leads ?o ?a ?b) (open ?o))
    :effect (and (dog_at ?d ?b) (not (dog_at ?d ?a)))))
