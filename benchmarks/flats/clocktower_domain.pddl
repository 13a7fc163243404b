(define (domain clocktower)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room stationary portable - object
    place device door person dog - stationary
    box - place
    machine - box
    key washable - portable
    shirt dish - washable)
  (:predicates
    (bot_at ?r - room)
    (next_to ?a ?b - room)
    (stands ?x - stationary ?r - room)
    (contains ?p - place ?x - portable)
    (gripping ?x - portable)
    (gripper_free)
    (has ?who - person ?x - portable)
    (powered ?d - device)
    (shut ?p - place)
    (locked ?d - door)
    (suits ?m - machine ?x - washable)
    (clean ?x - washable)
    (swept ?r - room)
    (hungry ?d - dog))
  (:action drive
    :parameters (?from ?to - room)
    :precondition (and (bot_at ?from) (next_to ?from ?to))
    :effect (and (not (bot_at ?from)) (bot_at ?to)))
  (:action grab
    :parameters (?x - portable ?p - place ?r - room)
    :precondition (and (bot_at ?r) (stands ?p ?r) (contains ?p ?x) (not (shut ?p)) (gripper_free))
    :effect (and (gripping ?x) (not (contains ?p ?x)) (not (gripper_free))))
  (:action drop
    :parameters (?x - portable ?p - place ?r - room)
    :precondition (and (bot_at ?r) (stands ?p ?r) (gripping ?x) (not (shut ?p)))
    :effect (and (contains ?p ?x) (gripper_free) (not (gripping ?x))))
  (:action hand_over
    :parameters (?x - portable ?who - person ?r - room)
    :precondition (and (bot_at ?r) (stands ?who ?r) (gripping ?x))
    :effect (and (has ?who ?x) (gripper_free) (not (gripping ?x))))
  (:action power_up
    :parameters (?d - device ?r - room)
    :precondition (and (bot_at ?r) (stands ?d ?r) (not (powered ?d)))
    :effect (powered ?d))
  (:action power_down
    :parameters (?d - device ?r - room)
    :precondition (and (bot_at ?r) (stands ?d ?r) (powered ?d))
    :effect (not (powered ?d)))
  (:action unshut
    :parameters (?b - box ?r - room)
    :precondition (and (bot_at ?r) (stands ?b ?r) (shut ?b))
    :effect (not (shut ?b)))
  (:action push_shut
    :parameters (?b - box ?r - room)
    :precondition (and (bot_at ?r) (stands ?b ?r) (not (shut ?b)))
    :effect (shut ?b))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (bot_at ?r) (stands ?d ?r) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (bot_at ?r) (stands ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action run_machine
    :parameters (?m - machine ?x - washable ?r - room)
    :precondition (and (bot_at ?r) (stands ?m ?r) (suits ?m ?x) (contains ?m ?x) (shut ?m))
    :effect (clean ?x))
  (:action sweep
    :parameters (?r - room)
    :precondition (and (bot_at ?r) (gripper_free) (not (swept ?r)))
    :effect (swept ?r))
  (:action feed
    :parameters (?d - dog ?r - room)
    :precondition (and (bot_at ?r) (stands ?d ?r) (gripper_free) (hungry ?d))
    :effect (not (hungry ?d))))
