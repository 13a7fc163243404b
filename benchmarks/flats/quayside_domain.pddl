(define (domain quayside)
  (:requirements :strips :typing :negative-preconditions)
  (:types room furnishing item - object
          surface openable appliance plant - furnishing
          container door window - openable)
  (:predicates
    (robot_at ?r - room)
    (room_of ?f - furnishing ?r - room)
    (gripper_free)
    (holding ?i - item)
    (is_on ?i - item ?s - surface)
    (is_in ?i - item ?c - container)
    (opened ?o - openable)
    (lockable ?o - openable)
    (locked ?o - openable)
    (powered_on ?a - appliance)
    (for_watering ?i - item)
    (watered ?p - plant))
  (:action drive
    :parameters (?from - room ?to - room)
    :precondition (robot_at ?from)
    :effect (and (not (robot_at ?from)) (robot_at ?to)))
  (:action grasp
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (room_of ?s ?r) (is_on ?i ?s) (gripper_free))
    :effect (and (holding ?i) (not (is_on ?i ?s)) (not (gripper_free))))
  (:action place
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (room_of ?s ?r) (holding ?i))
    :effect (and (is_on ?i ?s) (gripper_free) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (room_of ?c ?r) (is_in ?i ?c) (opened ?c) (gripper_free))
    :effect (and (holding ?i) (not (is_in ?i ?c)) (not (gripper_free))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (room_of ?c ?r) (holding ?i) (opened ?c))
    :effect (and (is_in ?i ?c) (gripper_free) (not (holding ?i))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (room_of ?o ?r) (gripper_free) (not (opened ?o)) (not (locked ?o)))
    :effect (opened ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (room_of ?o ?r) (gripper_free) (opened ?o))
    :effect (not (opened ?o)))
  (:action lock
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (room_of ?o ?r) (gripper_free) (lockable ?o) (not (opened ?o)) (not (locked ?o)))
    :effect (locked ?o))
  (:action unlock
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (room_of ?o ?r) (gripper_free) (locked ?o))
    :effect (not (locked ?o)))
  (:action switch_on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot_at ?r) (room_of ?a ?r) (not (powered_on ?a)))
    :effect (powered_on ?a))
  (:action switch_off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot_at ?r) (room_of ?a ?r) (powered_on ?a))
    :effect (not (powered_on ?a)))
  (:action water
    :parameters (?p - plant ?i - item ?r - room)
    :precondition (and (robot_at ?r) (room_of ?p ?r) (holding ?i) (for_watering ?i) (not (watered ?p)))
    :effect (watered ?p)))
