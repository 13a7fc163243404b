(define (domain houseboat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    fixed item - thing
    surface openable appliance basin - fixed
    locker hatch - openable
    cloth vessel food gear lamp - item)
  (:predicates
    (robot-in ?r - room)
    (located ?f - fixed ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?l - locker)
    (open ?o - openable)
    (bolted ?h - hatch)
    (lit ?l - lamp)
    (running ?a - appliance)
    (filled ?v - vessel)
    (folded ?c - cloth)
    (washed ?i - item)
    (holding ?i - item)
    (hand-free))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (not (on ?i ?s)) (not (hand-free)) (holding ?i)))
  (:action take-out
    :parameters (?i - item ?l - locker ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (in ?i ?l) (open ?l) (hand-free))
    :effect (and (not (in ?i ?l)) (not (hand-free)) (holding ?i)))
  (:action set-down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action stow
    :parameters (?i - item ?l - locker ?r - room)
    :precondition (and (robot-in ?r) (located ?l ?r) (holding ?i) (open ?l))
    :effect (and (in ?i ?l) (hand-free) (not (holding ?i))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action bolt
    :parameters (?h - hatch ?r - room)
    :precondition (and (robot-in ?r) (located ?h ?r) (not (open ?h)) (not (bolted ?h)))
    :effect (bolted ?h))
  (:action unbolt
    :parameters (?h - hatch ?r - room)
    :precondition (and (robot-in ?r) (located ?h ?r) (bolted ?h))
    :effect (not (bolted ?h)))
  (:action light
    :parameters (?l - lamp)
    :precondition (and (holding ?l) (not (lit ?l)))
    :effect (lit ?l))
  (:action douse
    :parameters (?l - lamp)
    :precondition (and (holding ?l) (lit ?l))
    :effect (not (lit ?l)))
  (:action start
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (not (running ?a)))
    :effect (running ?a))
  (:action stop
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-in ?r) (located ?a ?r) (running ?a))
    :effect (not (running ?a)))
  (:action fill
    :parameters (?v - vessel ?b - basin ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (holding ?v) (not (filled ?v)))
    :effect (filled ?v))
  (:action empty
    :parameters (?v - vessel ?b - basin ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (holding ?v) (filled ?v))
    :effect (not (filled ?v)))
  (:action fold
    :parameters (?c - cloth)
    :precondition (and (holding ?c) (not (folded ?c)))
    :effect (folded ?c))
  (:action wash
    :parameters (?i - item ?b - basin ?r - room)
    :precondition (and (robot-in ?r) (located ?b ?r) (holding ?i) (not (washed ?i)))
    :effect (washed ?i)))
