(define (domain flat12)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room device surface container item - object
    cabinet - container
    washer - cabinet
    dish laundry - item)
  (:predicates
    (located ?x - object ?r - room)
    (basin ?c - container)
    (robot-in ?r - room)
    (hand-free)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?c - container)
    (switched-on ?d - device)
    (running ?c - cabinet)
    (clean ?i - item))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (in ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-free))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (holding ?i) (open ?c))
    :effect (and (in ?i ?c) (hand-free) (not (holding ?i))))
  (:action open-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (not (open ?c)) (not (running ?c)))
    :effect (and (open ?c)))
  (:action close-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (open ?c))
    :effect (and (not (open ?c))))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (and (switched-on ?d)))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (and (not (switched-on ?d))))
  (:action start-washer
    :parameters (?w - washer ?r - room)
    :precondition (and (robot-in ?r) (located ?w ?r) (not (open ?w)) (not (running ?w)))
    :effect (and (running ?w)))
  (:action stop-washer
    :parameters (?w - washer ?r - room)
    :precondition (and (robot-in ?r) (located ?w ?r) (running ?w))
    :effect (and (not (running ?w))))
  (:action wash-laundry
    :parameters (?l - laundry ?w - washer)
    :precondition (and (in ?l ?w) (running ?w))
    :effect (and (clean ?l)))
  (:action wash-dish
    :parameters (?d - dish ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (basin ?c) (in ?d ?c))
    :effect (and (clean ?d))))
