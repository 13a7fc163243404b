(define (domain parkview)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item cat - object
          surface openable device bowl - fixture
          container curtain window door - openable
          washer - container
          feeding_bowl drinking_bowl - bowl
          mug garment pet_food - item)
  (:predicates
    (robot-at ?r - room)
    (located ?f - fixture ?r - room)
    (has-sink ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-empty)
    (open ?o - openable)
    (locked ?o - openable)
    (turned-on ?d - device)
    (clean ?i - item)
    (filled ?b - bowl)
    (cat-in ?c - cat ?r - room))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action place-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (in ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action open-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (not (open ?o)) (not (locked ?o)))
    :effect (and (open ?o)))
  (:action close-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (open ?o))
    :effect (and (not (open ?o))))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (open ?d)) (not (locked ?d)))
    :effect (and (locked ?d)))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (locked ?d))
    :effect (and (not (locked ?d))))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (turned-on ?d)))
    :effect (and (turned-on ?d)))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (turned-on ?d))
    :effect (and (not (turned-on ?d))))
  (:action rinse
    :parameters (?m - mug ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?m))
    :effect (and (clean ?m)))
  (:action launder
    :parameters (?g - garment ?w - washer ?r - room)
    :precondition (and (robot-at ?r) (located ?w ?r) (in ?g ?w) (not (open ?w)))
    :effect (and (clean ?g)))
  (:action fill-food
    :parameters (?b - feeding_bowl ?f - pet_food ?r - room)
    :precondition (and (robot-at ?r) (located ?b ?r) (holding ?f))
    :effect (and (filled ?b)))
  (:action fill-water
    :parameters (?b - drinking_bowl ?r - room)
    :precondition (and (robot-at ?r) (located ?b ?r) (has-sink ?r) (hand-empty))
    :effect (and (filled ?b)))
  (:action coax-cat
    :parameters (?c - cat ?from - room ?to - room)
    :precondition (and (robot-at ?from) (cat-in ?c ?from))
    :effect (and (not (robot-at ?from)) (not (cat-in ?c ?from)) (robot-at ?to) (cat-in ?c ?to))))
