(define (domain riverside)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person item plant window appliance)
  (:predicates
    (bot-in ?r - room)
    (item-in ?i - item ?r - room)
    (person-in ?p - person ?r - room)
    (plant-in ?pl - plant ?r - room)
    (window-in ?w - window ?r - room)
    (appliance-in ?a - appliance ?r - room)
    (tap-in ?r - room)
    (carrying ?i - item)
    (gripper-free)
    (has ?p - person ?i - item)
    (watered ?pl - plant)
    (tank-full)
    (window-open ?w - window)
    (running ?a - appliance)
    (dusty ?r - room))
  (:action go
    :parameters (?a ?b - room)
    :precondition (bot-in ?a)
    :effect (and (not (bot-in ?a)) (bot-in ?b)))
  (:action grab
    :parameters (?i - item ?r - room)
    :precondition (and (bot-in ?r) (item-in ?i ?r) (gripper-free))
    :effect (and (carrying ?i) (not (item-in ?i ?r)) (not (gripper-free))))
  (:action drop
    :parameters (?i - item ?r - room)
    :precondition (and (bot-in ?r) (carrying ?i))
    :effect (and (item-in ?i ?r) (gripper-free) (not (carrying ?i))))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (bot-in ?r) (person-in ?p ?r) (carrying ?i))
    :effect (and (has ?p ?i) (gripper-free) (not (carrying ?i))))
  (:action take-from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (bot-in ?r) (person-in ?p ?r) (has ?p ?i) (gripper-free))
    :effect (and (carrying ?i) (not (has ?p ?i)) (not (gripper-free))))
  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (bot-in ?r) (window-in ?w ?r) (gripper-free) (not (window-open ?w)))
    :effect (window-open ?w))
  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (bot-in ?r) (window-in ?w ?r) (gripper-free) (window-open ?w))
    :effect (not (window-open ?w)))
  (:action start
    :parameters (?a - appliance ?r - room)
    :precondition (and (bot-in ?r) (appliance-in ?a ?r) (not (running ?a)))
    :effect (running ?a))
  (:action stop
    :parameters (?a - appliance ?r - room)
    :precondition (and (bot-in ?r) (appliance-in ?a ?r) (running ?a))
    :effect (not (running ?a)))
  (:action vacuum
    :parameters (?r - room)
    :precondition (and (bot-in ?r) (dusty ?r))
    :effect (not (dusty ?r)))
  (:action refill
    :parameters (?r - room)
    :precondition (and (bot-in ?r) (tap-in ?r) (not (tank-full)))
    :effect (tank-full))
  (:action water
    :parameters (?pl - plant ?r - room)
    :precondition (and (bot-in ?r) (plant-in ?pl ?r) (tank-full) (not (watered ?pl)))
    :effect (and (watered ?pl) (not (tank-full)))))
