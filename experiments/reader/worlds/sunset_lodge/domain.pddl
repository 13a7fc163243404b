(define (domain sunset_lodge)
  (:requirements :strips :typing :negative-preconditions)
  (:types room entrance level movable curtain wireless - object
          robot portable - movable
          seat wearable pastime - portable)
  (:predicates
    (whereabouts ?x - movable ?r - room)
    (laden ?b - robot ?x - portable)
    (unladen ?b - robot)
    (leads ?e - entrance ?r - room ?s - room)
    (locked ?e - entrance)
    (beside ?b - robot ?e - entrance)
    (free_standing ?b - robot)
    (lights_off ?r - room)
    (thermostat ?r - room ?l - level)
    (hangs_in ?c - curtain ?r - room)
    (drawn ?c - curtain)
    (set_in ?w - wireless ?r - room)
    (playing ?w - wireless))
  (:action drive
    :parameters (?b - robot ?e - entrance ?r - room ?s - room)
    :precondition (and (whereabouts ?b ?r) (beside ?b ?e) (leads ?e ?r ?s) (not (locked ?e)))
    :effect (and (whereabouts ?b ?s) (not (whereabouts ?b ?r))))
  (:action approach
    :parameters (?b - robot ?e - entrance ?r - room ?s - room)
    :precondition (and (whereabouts ?b ?r) (leads ?e ?r ?s) (free_standing ?b))
    :effect (and (beside ?b ?e) (not (free_standing ?b))))
  (:action step_back
    :parameters (?b - robot ?e - entrance)
    :precondition (beside ?b ?e)
    :effect (and (free_standing ?b) (not (beside ?b ?e))))
  (:action lock
    :parameters (?b - robot ?e - entrance)
    :precondition (and (beside ?b ?e) (not (locked ?e)))
    :effect (locked ?e))
  (:action unlock
    :parameters (?b - robot ?e - entrance)
    :precondition (and (beside ?b ?e) (locked ?e))
    :effect (not (locked ?e)))
  (:action hoist
    :parameters (?b - robot ?x - portable ?r - room)
    :precondition (and (whereabouts ?b ?r) (whereabouts ?x ?r) (unladen ?b))
    :effect (and (laden ?b ?x) (not (unladen ?b)) (not (whereabouts ?x ?r))))
  (:action lower
    :parameters (?b - robot ?x - portable ?r - room)
    :precondition (and (whereabouts ?b ?r) (laden ?b ?x))
    :effect (and (whereabouts ?x ?r) (unladen ?b) (not (laden ?b ?x))))
  (:action lights_up
    :parameters (?b - robot ?r - room)
    :precondition (and (whereabouts ?b ?r) (lights_off ?r))
    :effect (not (lights_off ?r)))
  (:action lights_down
    :parameters (?b - robot ?r - room)
    :precondition (and (whereabouts ?b ?r) (not (lights_off ?r)))
    :effect (lights_off ?r))
  (:action dial
    :parameters (?b - robot ?r - room ?l ?m - level)
    :precondition (and (whereabouts ?b ?r) (thermostat ?r ?l) (not (thermostat ?r ?m)))
    :effect (and (thermostat ?r ?m) (not (thermostat ?r ?l))))
  (:action draw
    :parameters (?b - robot ?c - curtain ?r - room)
    :precondition (and (whereabouts ?b ?r) (hangs_in ?c ?r) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action pull_back
    :parameters (?b - robot ?c - curtain ?r - room)
    :precondition (and (whereabouts ?b ?r) (hangs_in ?c ?r) (drawn ?c))
    :effect (not (drawn ?c)))
  (:action tune_in
    :parameters (?b - robot ?w - wireless ?r - room)
    :precondition (and (whereabouts ?b ?r) (set_in ?w ?r) (not (playing ?w)))
    :effect (playing ?w))
  (:action hush
    :parameters (?b - robot ?w - wireless ?r - room)
    :precondition (and (whereabouts ?b ?r) (set_in ?w ?r) (playing ?w))
    :effect (not (playing ?w))))
