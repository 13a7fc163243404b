(define (domain dune_bungalow)
  (:requirements :strips :typing :negative-preconditions)
  (:types place agent thing lamp blind chest - object
          robot person - agent
          shakeable - thing)
  (:predicates
    (is_at ?a - agent ?p - place)
    (path ?p - place ?q - place)
    (outdoors ?p - place)
    (has ?a - agent ?t - thing)
    (free ?r - robot)
    (lies ?p - place ?t - thing)
    (packed ?c - chest ?t - thing)
    (chest_at ?c - chest ?p - place)
    (open ?c - chest)
    (glowing ?l - lamp)
    (lamp_of ?l - lamp ?p - place)
    (drawn ?b - blind)
    (blind_of ?b - blind ?p - place)
    (sandy ?t - shakeable))
  (:action walk
    :parameters (?r - robot ?p - place ?q - place)
    :precondition (and (is_at ?r ?p) (path ?p ?q))
    :effect (and (is_at ?r ?q) (not (is_at ?r ?p))))
  (:action grab
    :parameters (?r - robot ?t - thing ?p - place)
    :precondition (and (is_at ?r ?p) (lies ?p ?t) (free ?r))
    :effect (and (has ?r ?t) (not (lies ?p ?t)) (not (free ?r))))
  (:action set_down
    :parameters (?r - robot ?t - thing ?p - place)
    :precondition (and (is_at ?r ?p) (has ?r ?t))
    :effect (and (lies ?p ?t) (free ?r) (not (has ?r ?t))))
  (:action pass_to
    :parameters (?r - robot ?h - person ?t - thing ?p - place)
    :precondition (and (is_at ?r ?p) (is_at ?h ?p) (has ?r ?t))
    :effect (and (has ?h ?t) (free ?r) (not (has ?r ?t))))
  (:action take_from
    :parameters (?r - robot ?h - person ?t - thing ?p - place)
    :precondition (and (is_at ?r ?p) (is_at ?h ?p) (has ?h ?t) (free ?r))
    :effect (and (has ?r ?t) (not (has ?h ?t)) (not (free ?r))))
  (:action pack
    :parameters (?r - robot ?t - thing ?c - chest ?p - place)
    :precondition (and (is_at ?r ?p) (chest_at ?c ?p) (open ?c) (has ?r ?t))
    :effect (and (packed ?c ?t) (free ?r) (not (has ?r ?t))))
  (:action unpack
    :parameters (?r - robot ?t - thing ?c - chest ?p - place)
    :precondition (and (is_at ?r ?p) (chest_at ?c ?p) (open ?c) (packed ?c ?t) (free ?r))
    :effect (and (has ?r ?t) (not (packed ?c ?t)) (not (free ?r))))
  (:action lid_up
    :parameters (?r - robot ?c - chest ?p - place)
    :precondition (and (is_at ?r ?p) (chest_at ?c ?p) (not (open ?c)))
    :effect (open ?c))
  (:action lid_down
    :parameters (?r - robot ?c - chest ?p - place)
    :precondition (and (is_at ?r ?p) (chest_at ?c ?p) (open ?c))
    :effect (not (open ?c)))
  (:action lamp_on
    :parameters (?r - robot ?l - lamp ?p - place)
    :precondition (and (is_at ?r ?p) (lamp_of ?l ?p) (not (glowing ?l)))
    :effect (glowing ?l))
  (:action lamp_off
    :parameters (?r - robot ?l - lamp ?p - place)
    :precondition (and (is_at ?r ?p) (lamp_of ?l ?p) (glowing ?l))
    :effect (not (glowing ?l)))
  (:action draw
    :parameters (?r - robot ?b - blind ?p - place)
    :precondition (and (is_at ?r ?p) (blind_of ?b ?p) (not (drawn ?b)))
    :effect (drawn ?b))
  (:action pull_up
    :parameters (?r - robot ?b - blind ?p - place)
    :precondition (and (is_at ?r ?p) (blind_of ?b ?p) (drawn ?b))
    :effect (not (drawn ?b)))
  (:action shake_out
    :parameters (?r - robot ?t - shakeable ?p - place)
    :precondition (and (is_at ?r ?p) (outdoors ?p) (has ?r ?t) (sandy ?t))
    :effect (not (sandy ?t)))
)
