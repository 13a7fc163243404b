(define (domain labkitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    item surface board container device blinds plant - object
    vessel - item
    washer - container)
  (:predicates
    (inside ?i - item ?c - container)
    (ontop ?i - item ?s - surface)
    (toggled_on ?x - object)
    (open ?x - object)
    (dusty ?x - object)
    (stained ?x - object)
    (watered ?p - plant)
    (filled ?v - vessel)
    (holding ?i - item)
    (hand_empty)
    (absorbent ?i - item)
    (brews ?d - device))

  (:action grab_from_surface
    :parameters (?i - item ?s - surface)
    :precondition (and (ontop ?i ?s) (hand_empty))
    :effect (and (holding ?i) (not (ontop ?i ?s)) (not (hand_empty))))
  (:action put_on
    :parameters (?i - item ?s - surface)
    :precondition (holding ?i)
    :effect (and (ontop ?i ?s) (hand_empty) (not (holding ?i))))
  (:action grab_from_container
    :parameters (?i - item ?c - container)
    :precondition (and (inside ?i ?c) (open ?c) (hand_empty))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand_empty))))
  (:action put_inside
    :parameters (?i - item ?c - container)
    :precondition (and (holding ?i) (open ?c))
    :effect (and (inside ?i ?c) (hand_empty) (not (holding ?i))))

  (:action open_container
    :parameters (?c - container)
    :precondition (and (not (open ?c)) (not (toggled_on ?c)))
    :effect (open ?c))
  (:action close_container
    :parameters (?c - container)
    :precondition (open ?c)
    :effect (not (open ?c)))
  (:action open_blinds
    :parameters (?b - blinds)
    :precondition (not (open ?b))
    :effect (open ?b))
  (:action close_blinds
    :parameters (?b - blinds)
    :precondition (open ?b)
    :effect (not (open ?b)))

  (:action switch_on
    :parameters (?d - device)
    :precondition (not (toggled_on ?d))
    :effect (toggled_on ?d))
  (:action switch_off
    :parameters (?d - device)
    :precondition (toggled_on ?d)
    :effect (not (toggled_on ?d)))
  (:action start_washer
    :parameters (?w - washer)
    :precondition (and (not (toggled_on ?w)) (not (open ?w)))
    :effect (toggled_on ?w))
  (:action stop_washer
    :parameters (?w - washer)
    :precondition (toggled_on ?w)
    :effect (not (toggled_on ?w)))
  (:action wash_vessel
    :parameters (?v - vessel ?w - washer)
    :precondition (and (inside ?v ?w) (toggled_on ?w) (stained ?v))
    :effect (not (stained ?v)))

  (:action dust_off
    :parameters (?x - object ?c - item)
    :precondition (and (holding ?c) (absorbent ?c) (dusty ?x))
    :effect (not (dusty ?x)))
  (:action wipe_surface
    :parameters (?s - surface ?c - item)
    :precondition (and (holding ?c) (absorbent ?c) (stained ?s))
    :effect (not (stained ?s)))
  (:action wipe_board
    :parameters (?b - board ?c - item)
    :precondition (and (holding ?c) (absorbent ?c) (stained ?b))
    :effect (not (stained ?b)))

  (:action water_plant
    :parameters (?p - plant)
    :precondition (and (not (watered ?p)) (hand_empty))
    :effect (watered ?p))
  (:action pour_coffee
    :parameters (?v - vessel ?d - device)
    :precondition (and (holding ?v) (brews ?d) (toggled_on ?d) (not (filled ?v)) (not (stained ?v)))
    :effect (filled ?v))
  (:action pour_away
    :parameters (?v - vessel)
    :precondition (and (holding ?v) (filled ?v))
    :effect (and (stained ?v) (not (filled ?v)))))
