(define (domain canal-flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types room thing spot - object
          light blind - object)
  (:predicates
    (robot_in ?r - room)
    (spot_room ?s - spot ?r - room)
    (connected ?a ?b - room)
    (carrying ?t - thing)
    (gripper_free)
    (at_place ?t - thing ?s - spot)
    (lamp_room ?l - light ?r - room)
    (lit ?l - light)
    (blind_room ?b - blind ?r - room)
    (lowered ?b - blind)
    (floor_dusty ?r - room)
    (needs_water ?t - thing)
    (is_plant ?t - thing)
    (has_lid ?s - spot)
    (lid_open ?s - spot))
  (:action go
    :parameters (?a ?b - room)
    :precondition (and (robot_in ?a) (connected ?a ?b))
    :effect (and (robot_in ?b) (not (robot_in ?a))))
  (:action grab
    :parameters (?t - thing ?s - spot ?r - room)
    :precondition (and (robot_in ?r) (spot_room ?s ?r) (at_place ?t ?s) (gripper_free) (not (has_lid ?s)))
    :effect (and (carrying ?t) (not (at_place ?t ?s)) (not (gripper_free))))
  (:action grab_from_lidded
    :parameters (?t - thing ?s - spot ?r - room)
    :precondition (and (robot_in ?r) (spot_room ?s ?r) (at_place ?t ?s) (gripper_free) (lid_open ?s))
    :effect (and (carrying ?t) (not (at_place ?t ?s)) (not (gripper_free))))
  (:action put_down
    :parameters (?t - thing ?s - spot ?r - room)
    :precondition (and (robot_in ?r) (spot_room ?s ?r) (carrying ?t) (not (has_lid ?s)))
    :effect (and (at_place ?t ?s) (gripper_free) (not (carrying ?t))))
  (:action put_in_lidded
    :parameters (?t - thing ?s - spot ?r - room)
    :precondition (and (robot_in ?r) (spot_room ?s ?r) (carrying ?t) (lid_open ?s))
    :effect (and (at_place ?t ?s) (gripper_free) (not (carrying ?t))))
  (:action open_lid
    :parameters (?s - spot ?r - room)
    :precondition (and (robot_in ?r) (spot_room ?s ?r) (has_lid ?s) (gripper_free) (not (lid_open ?s)))
    :effect (lid_open ?s))
  (:action close_lid
    :parameters (?s - spot ?r - room)
    :precondition (and (robot_in ?r) (spot_room ?s ?r) (lid_open ?s) (gripper_free))
    :effect (not (lid_open ?s)))
  (:action light_on
    :parameters (?l - light ?r - room)
    :precondition (and (robot_in ?r) (lamp_room ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action light_off
    :parameters (?l - light ?r - room)
    :precondition (and (robot_in ?r) (lamp_room ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action lower_blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot_in ?r) (blind_room ?b ?r) (not (lowered ?b)))
    :effect (lowered ?b))
  (:action raise_blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot_in ?r) (blind_room ?b ?r) (lowered ?b))
    :effect (not (lowered ?b)))
  (:action vacuum
    :parameters (?r - room)
    :precondition (and (robot_in ?r) (floor_dusty ?r) (gripper_free))
    :effect (not (floor_dusty ?r)))
  (:action water_plant
    :parameters (?t - thing ?s - spot ?r - room)
    :precondition (and (robot_in ?r) (spot_room ?s ?r) (at_place ?t ?s) (is_plant ?t) (needs_water ?t))
    :effect (not (needs_water ?t))))
