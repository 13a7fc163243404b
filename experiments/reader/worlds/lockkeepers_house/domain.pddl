(define (domain lockkeepers_house)
  (:requirements :strips :typing :negative-preconditions)
  (:types place - object
          room thing - place
          item furniture robot fixture - thing
          boots - item
          box - furniture
          lamp clock curtain flag - fixture)
  (:predicates
    (at ?thing - thing ?place - place)
    (adjoins ?a - room ?b - room)
    (free ?r - robot)
    (open ?f - furniture)
    (lit ?l - lamp)
    (wound ?c - clock)
    (drawn ?c - curtain)
    (polished ?b - boots)
    (hoisted ?f - flag))
  (:action walk
    :parameters (?r - robot ?a - room ?b - room)
    :precondition (and (at ?r ?a) (adjoins ?a ?b))
    :effect (and (at ?r ?b) (not (at ?r ?a))))
  (:action grab
    :parameters (?r - robot ?i - item ?f - furniture ?m - room)
    :precondition (and (at ?r ?m) (at ?f ?m) (at ?i ?f) (open ?f) (free ?r))
    :effect (and (at ?i ?r) (not (at ?i ?f)) (not (free ?r))))
  (:action put
    :parameters (?r - robot ?i - item ?f - furniture ?m - room)
    :precondition (and (at ?r ?m) (at ?f ?m) (at ?i ?r) (open ?f))
    :effect (and (at ?i ?f) (free ?r) (not (at ?i ?r))))
  (:action open-lid
    :parameters (?r - robot ?b - box ?m - room)
    :precondition (and (at ?r ?m) (at ?b ?m) (not (open ?b)))
    :effect (open ?b))
  (:action shut-lid
    :parameters (?r - robot ?b - box ?m - room)
    :precondition (and (at ?r ?m) (at ?b ?m) (open ?b))
    :effect (not (open ?b)))
  (:action light
    :parameters (?r - robot ?l - lamp ?m - room)
    :precondition (and (at ?r ?m) (at ?l ?m) (not (lit ?l)))
    :effect (lit ?l))
  (:action douse
    :parameters (?r - robot ?l - lamp ?m - room)
    :precondition (and (at ?r ?m) (at ?l ?m) (lit ?l))
    :effect (not (lit ?l)))
  (:action wind
    :parameters (?r - robot ?c - clock ?m - room)
    :precondition (and (at ?r ?m) (at ?c ?m) (not (wound ?c)))
    :effect (wound ?c))
  (:action draw
    :parameters (?r - robot ?c - curtain ?m - room)
    :precondition (and (at ?r ?m) (at ?c ?m) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action pull-back
    :parameters (?r - robot ?c - curtain ?m - room)
    :precondition (and (at ?r ?m) (at ?c ?m) (drawn ?c))
    :effect (not (drawn ?c)))
  (:action polish
    :parameters (?r - robot ?b - boots)
    :precondition (and (at ?b ?r) (not (polished ?b)))
    :effect (polished ?b))
  (:action hoist
    :parameters (?r - robot ?f - flag ?m - room)
    :precondition (and (at ?r ?m) (at ?f ?m) (not (hoisted ?f)))
    :effect (hoisted ?f))
  (:action lower
    :parameters (?r - robot ?f - flag ?m - room)
    :precondition (and (at ?r ?m) (at ?f ?m) (hoisted ?f))
    :effect (not (hoisted ?f))))
