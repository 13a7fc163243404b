(define (domain ground_floor_left)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing fixture - object
          item plant bowl - thing
          storage lamp curtain appliance - fixture)
  (:predicates
    (lies_at ?t - thing ?s - storage)
    (gripped ?t - thing)
    (gripper_empty)
    (has_door ?s - storage)
    (shut ?s - storage)
    (lit ?l - lamp)
    (drawn ?c - curtain)
    (running ?a - appliance)
    (watered ?p - plant)
    (filled ?b - bowl)
    (rinsed ?b - bowl))
  (:action grasp
    :parameters (?t - thing ?s - storage)
    :precondition (and (lies_at ?t ?s) (gripper_empty) (not (shut ?s)))
    :effect (and (gripped ?t) (not (gripper_empty)) (not (lies_at ?t ?s))))
  (:action release
    :parameters (?t - thing ?s - storage)
    :precondition (and (gripped ?t) (not (shut ?s)))
    :effect (and (lies_at ?t ?s) (gripper_empty) (not (gripped ?t))))
  (:action open_door
    :parameters (?s - storage)
    :precondition (and (has_door ?s) (shut ?s))
    :effect (not (shut ?s)))
  (:action shut_door
    :parameters (?s - storage)
    :precondition (and (has_door ?s) (not (shut ?s)))
    :effect (shut ?s))
  (:action light_up
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (lit ?l))
  (:action put_out
    :parameters (?l - lamp)
    :precondition (lit ?l)
    :effect (not (lit ?l)))
  (:action draw_curtain
    :parameters (?c - curtain)
    :precondition (not (drawn ?c))
    :effect (drawn ?c))
  (:action pull_back_curtain
    :parameters (?c - curtain)
    :precondition (drawn ?c)
    :effect (not (drawn ?c)))
  (:action start_appliance
    :parameters (?a - appliance)
    :precondition (not (running ?a))
    :effect (running ?a))
  (:action stop_appliance
    :parameters (?a - appliance)
    :precondition (running ?a)
    :effect (not (running ?a)))
  (:action water_plant
    :parameters (?p - plant)
    :precondition (not (watered ?p))
    :effect (watered ?p))
  (:action fill_bowl
    :parameters (?b - bowl)
    :precondition (and (not (filled ?b)) (rinsed ?b))
    :effect (filled ?b))
  (:action rinse_bowl
    :parameters (?b - bowl)
    :precondition (not (rinsed ?b))
    :effect (and (rinsed ?b) (not (filled ?b)))))
