(define (domain corridorflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types room storage surface window device item - object
          dish towel plant - item)
  (:predicates
    ; fixed
    (connected ?a - room ?b - room)
    (in_room ?x - object ?r - room)
    (machine ?s - storage)
    (washer ?s - storage)
    (has_sink ?r - room)
    ; changing
    (robot_at ?r - room)
    (hand_empty)
    (holding ?i - item)
    (in ?i - item ?s - storage)
    (on ?i - item ?s - surface)
    (open ?x - object)
    (switched_on ?x - object)
    (clean ?i - item)
    (watered ?p - plant))

  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot_at ?a) (connected ?a ?b))
    :effect (and (not (robot_at ?a)) (robot_at ?b)))

  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (on ?i ?s) (hand_empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_empty))))
  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand_empty) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?s - storage ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (in ?i ?s) (open ?s) (hand_empty))
    :effect (and (holding ?i) (not (in ?i ?s)) (not (hand_empty))))
  (:action put_in
    :parameters (?i - item ?s - storage ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (holding ?i) (open ?s))
    :effect (and (in ?i ?s) (hand_empty) (not (holding ?i))))

  (:action open_storage
    :parameters (?s - storage ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (not (open ?s)) (not (switched_on ?s)))
    :effect (open ?s))
  (:action close_storage
    :parameters (?s - storage ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (open ?s))
    :effect (not (open ?s)))
  (:action open_window
    :parameters (?w - window ?r - room)
    :precondition (and (robot_at ?r) (in_room ?w ?r) (not (open ?w)))
    :effect (open ?w))
  (:action close_window
    :parameters (?w - window ?r - room)
    :precondition (and (robot_at ?r) (in_room ?w ?r) (open ?w))
    :effect (not (open ?w)))

  (:action switch_on_device
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (in_room ?d ?r) (not (switched_on ?d)))
    :effect (switched_on ?d))
  (:action switch_off_device
    :parameters (?d - device ?r - room)
    :precondition (and (robot_at ?r) (in_room ?d ?r) (switched_on ?d))
    :effect (not (switched_on ?d)))
  (:action switch_on_machine
    :parameters (?s - storage ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (machine ?s) (not (open ?s)) (not (switched_on ?s)))
    :effect (switched_on ?s))
  (:action switch_off_machine
    :parameters (?s - storage ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (machine ?s) (switched_on ?s))
    :effect (not (switched_on ?s)))

  (:action wash_dish
    :parameters (?d - dish ?r - room)
    :precondition (and (robot_at ?r) (has_sink ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action launder
    :parameters (?t - towel ?s - storage)
    :precondition (and (washer ?s) (in ?t ?s) (switched_on ?s) (not (clean ?t)))
    :effect (clean ?t))
  (:action water
    :parameters (?p - plant ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (in_room ?s ?r) (on ?p ?s) (not (watered ?p)))
    :effect (watered ?p))
)
