(define (domain larkhill_nine)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room spot item fixture person - object
    surface cupboard - spot
    dish garment sundry - item
    appliance window curtain - fixture
    lamp screen - appliance)
  (:predicates
    (robot-at ?r - room)
    (stands-in ?s - spot ?r - room)
    (fixed-in ?f - fixture ?r - room)
    (stays-in ?p - person ?r - room)
    (lies ?i - item ?s - spot)
    (carrying ?i - item)
    (hand-free)
    (has ?p - person ?i - item)
    (wash-place ?s - surface)
    (open ?c - cupboard)
    (on ?a - appliance)
    (ajar ?w - window)
    (drawn ?c - curtain)
    (soiled ?d - dish))
  (:action drive
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))
  (:action lift-off
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (lies ?i ?s) (hand-free))
    :effect (and (carrying ?i) (not (lies ?i ?s)) (not (hand-free))))
  (:action take-out
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (open ?c) (lies ?i ?c) (hand-free))
    :effect (and (carrying ?i) (not (lies ?i ?c)) (not (hand-free))))
  (:action set-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (carrying ?i))
    :effect (and (lies ?i ?s) (hand-free) (not (carrying ?i))))
  (:action put-in
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (open ?c) (carrying ?i))
    :effect (and (lies ?i ?c) (hand-free) (not (carrying ?i))))
  (:action hand-to
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (stays-in ?p ?r) (carrying ?i))
    :effect (and (has ?p ?i) (hand-free) (not (carrying ?i))))
  (:action take-from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (stays-in ?p ?r) (has ?p ?i) (hand-free))
    :effect (and (carrying ?i) (not (has ?p ?i)) (not (hand-free))))
  (:action open-up
    :parameters (?c - cupboard ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (not (open ?c)))
    :effect (and (open ?c)))
  (:action close-up
    :parameters (?c - cupboard ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (open ?c))
    :effect (and (not (open ?c))))
  (:action switch-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?a ?r) (not (on ?a)))
    :effect (and (on ?a)))
  (:action switch-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?a ?r) (on ?a))
    :effect (and (not (on ?a))))
  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?w ?r) (not (ajar ?w)))
    :effect (and (ajar ?w)))
  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?w ?r) (ajar ?w))
    :effect (and (not (ajar ?w))))
  (:action draw-curtains
    :parameters (?c - curtain ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?c ?r) (not (drawn ?c)))
    :effect (and (drawn ?c)))
  (:action pull-back-curtains
    :parameters (?c - curtain ?r - room)
    :precondition (and (robot-at ?r) (fixed-in ?c ?r) (drawn ?c))
    :effect (and (not (drawn ?c))))
  (:action wash-up
    :parameters (?d - dish ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (wash-place ?s) (lies ?d ?s) (soiled ?d))
    :effect (and (not (soiled ?d)))))
