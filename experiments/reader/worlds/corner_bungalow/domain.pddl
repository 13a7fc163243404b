(define (domain corner-bungalow)
  (:requirements :strips :typing :negative-preconditions)
  (:types place item - object
          room furniture - place
          lamp door - object)
  (:predicates
    (robot_at ?r - room)
    (linked ?a - room ?b - room ?d - door)
    (part_of ?f - furniture ?r - room)
    (lies_on ?i - item ?p - furniture)
    (carrying ?i - item)
    (gripper_free)
    (door_open ?d - door)
    (lamp_on ?l - lamp)
    (lamp_in ?l - lamp ?r - room))
  (:action drive
    :parameters (?a - room ?b - room ?d - door)
    :precondition (and (robot_at ?a) (linked ?a ?b ?d) (door_open ?d))
    :effect (and (robot_at ?b) (not (robot_at ?a))))
  (:action open_door
    :parameters (?a - room ?b - room ?d - door)
    :precondition (and (robot_at ?a) (linked ?a ?b ?d) (not (door_open ?d)))
    :effect (door_open ?d))
  (:action close_door
    :parameters (?a - room ?b - room ?d - door)
    :precondition (and (robot_at ?a) (linked ?a ?b ?d) (door_open ?d))
    :effect (not (door_open ?d)))
  (:action grab
    :parameters (?i - item ?f - furniture ?r - room)
    :precondition (and (robot_at ?r) (part_of ?f ?r) (lies_on ?i ?f) (gripper_free))
    :effect (and (carrying ?i) (not (lies_on ?i ?f)) (not (gripper_free))))
  (:action set_down
    :parameters (?i - item ?f - furniture ?r - room)
    :precondition (and (robot_at ?r) (part_of ?f ?r) (carrying ?i))
    :effect (and (lies_on ?i ?f) (not (carrying ?i)) (gripper_free)))
  (:action switch_on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot_at ?r) (lamp_in ?l ?r) (not (lamp_on ?l)))
    :effect (lamp_on ?l))
  (:action switch_off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot_at ?r) (lamp_in ?l ?r) (lamp_on ?l))
    :effect (not (lamp_on ?l))))
