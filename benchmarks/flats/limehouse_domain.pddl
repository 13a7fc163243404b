(define (domain limehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface container lamp window plant - fixture
    crockery food book clothing - item)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (fitted-in ?f - fixture ?r - room)
    (sink-in ?r - room)
    (gripper-free)
    (holding ?i - item)
    (item-on ?i - item ?s - surface)
    (item-inside ?i - item ?c - container)
    (door-open ?c - container)
    (lit ?l - lamp)
    (window-open ?w - window)
    (dirty ?c - crockery)
    (thirsty ?p - plant))

  (:action move
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from) (connected ?from ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))

  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?s ?r) (item-on ?i ?s) (gripper-free))
    :effect (and (holding ?i) (not (item-on ?i ?s)) (not (gripper-free))))

  (:action set-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?s ?r) (holding ?i))
    :effect (and (item-on ?i ?s) (gripper-free) (not (holding ?i))))

  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?c ?r) (door-open ?c) (item-inside ?i ?c) (gripper-free))
    :effect (and (holding ?i) (not (item-inside ?i ?c)) (not (gripper-free))))

  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?c ?r) (door-open ?c) (holding ?i))
    :effect (and (item-inside ?i ?c) (gripper-free) (not (holding ?i))))

  (:action open-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?c ?r) (not (door-open ?c)))
    :effect (door-open ?c))

  (:action close-door
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?c ?r) (door-open ?c))
    :effect (not (door-open ?c)))

  (:action switch-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?l ?r) (not (lit ?l)))
    :effect (lit ?l))

  (:action switch-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?l ?r) (lit ?l))
    :effect (not (lit ?l)))

  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?w ?r) (not (window-open ?w)))
    :effect (window-open ?w))

  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?w ?r) (window-open ?w))
    :effect (not (window-open ?w)))

  (:action wash-up
    :parameters (?c - crockery ?r - room)
    :precondition (and (robot-at ?r) (sink-in ?r) (holding ?c) (dirty ?c))
    :effect (not (dirty ?c)))

  (:action water-plant
    :parameters (?p - plant ?r - room)
    :precondition (and (robot-at ?r) (fitted-in ?p ?r) (thirsty ?p))
    :effect (not (thirsty ?p))))
