(define (domain townhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room locatable - object
    furniture item - locatable
    surface light openable - furniture
    container door - openable
    machine - container
    dish food toy - item)
  (:predicates
    (robot_at ?r - room)
    (located ?f - furniture ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (opened ?o - openable)
    (locked ?o - openable)
    (switched_on ?l - light)
    (running ?m - machine)
    (washed ?d - dish)
    (holding ?i - item)
    (handempty))
  (:action move
    :parameters (?from - room ?to - room)
    :precondition (robot_at ?from)
    :effect (and (not (robot_at ?from)) (robot_at ?to)))
  (:action pick
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (on ?i ?s) (handempty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (handempty))))
  (:action place
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (handempty) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (in ?i ?c) (opened ?c) (handempty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (handempty))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (holding ?i) (opened ?c))
    :effect (and (in ?i ?c) (handempty) (not (holding ?i))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (not (opened ?o)) (not (locked ?o)))
    :effect (opened ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_at ?r) (located ?o ?r) (opened ?o))
    :effect (not (opened ?o)))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (not (opened ?d)) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot_at ?r) (located ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action switch_on
    :parameters (?l - light ?r - room)
    :precondition (and (robot_at ?r) (located ?l ?r) (not (switched_on ?l)))
    :effect (switched_on ?l))
  (:action switch_off
    :parameters (?l - light ?r - room)
    :precondition (and (robot_at ?r) (located ?l ?r) (switched_on ?l))
    :effect (not (switched_on ?l)))
  (:action start
    :parameters (?m - machine ?r - room)
    :precondition (and (robot_at ?r) (located ?m ?r) (not (opened ?m)) (not (running ?m)))
    :effect (running ?m))
  (:action stop
    :parameters (?m - machine ?r - room)
    :precondition (and (robot_at ?r) (located ?m ?r) (running ?m))
    :effect (not (running ?m)))
  (:action wash
    :parameters (?d - dish)
    :precondition (and (holding ?d) (not (washed ?d)))
    :effect (washed ?d)))
