(define (domain marlow_kitchen_diner)
  (:requirements :strips :typing :negative-preconditions)
  (:types area fixture item - object
          surface container device plant person - fixture
          dish - item)
  (:predicates
    (robot_in ?a - area)
    (stands_in ?f - fixture ?a - area)
    (sink_in ?a - area)
    (hand_free)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (closed ?c - container)
    (off ?d - device)
    (dirty ?d - dish)
    (thirsty ?p - plant)
    (has ?p - person ?i - item))
  (:action walk
    :parameters (?a - area ?b - area)
    :precondition (and (robot_in ?a) (not (robot_in ?b)))
    :effect (and (robot_in ?b) (not (robot_in ?a))))
  (:action pick_up
    :parameters (?i - item ?s - surface ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?s ?a) (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))
  (:action set_down
    :parameters (?i - item ?s - surface ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?s ?a) (holding ?i))
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?c ?a) (inside ?i ?c) (not (closed ?c)) (hand_free))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand_free))))
  (:action put_in
    :parameters (?i - item ?c - container ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?c ?a) (holding ?i) (not (closed ?c)))
    :effect (and (inside ?i ?c) (hand_free) (not (holding ?i))))
  (:action open_it
    :parameters (?c - container ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?c ?a) (closed ?c))
    :effect (not (closed ?c)))
  (:action shut_it
    :parameters (?c - container ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?c ?a) (not (closed ?c)))
    :effect (closed ?c))
  (:action switch_on
    :parameters (?d - device ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?d ?a) (off ?d))
    :effect (not (off ?d)))
  (:action switch_off
    :parameters (?d - device ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?d ?a) (not (off ?d)))
    :effect (off ?d))
  (:action rinse
    :parameters (?d - dish ?a - area)
    :precondition (and (robot_in ?a) (sink_in ?a) (holding ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action water
    :parameters (?p - plant ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?p ?a) (thirsty ?p))
    :effect (not (thirsty ?p)))
  (:action give
    :parameters (?i - item ?p - person ?a - area)
    :precondition (and (robot_in ?a) (stands_in ?p ?a) (holding ?i))
    :effect (and (has ?p ?i) (hand_free) (not (holding ?i)))))
