(define (domain penthouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person colour thing - object
    item fixture - thing
    mug gadget drink - item
    openable surface blind device - fixture
    container window door - openable
    dishwasher-unit - container
    charger - surface
    lamp speaker coffee-maker - device)
  (:predicates
    (robot-in ?r - room)
    (connected ?a - room ?b - room)
    (located-in ?f - fixture ?r - room)
    (person-in ?p - person ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (hand-empty)
    (has ?p - person ?i - item)
    (open ?o - openable)
    (switched-on ?d - device)
    (lowered ?b - blind)
    (charged ?g - gadget)
    (dirty ?m - mug)
    (has-coffee ?m - mug)
    (vacuumed ?r - room)
    (belongs-to ?t - thing ?p - person)
    (has-colour ?t - thing ?c - colour))

  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (connected ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located-in ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located-in ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located-in ?c ?r) (open ?c) (in ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located-in ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (hand-empty) (not (holding ?i))))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-empty) (not (holding ?i))))
  (:action open-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located-in ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close-it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located-in ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located-in ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located-in ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action lower-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (located-in ?b ?r) (not (lowered ?b)))
    :effect (lowered ?b))
  (:action raise-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (located-in ?b ?r) (lowered ?b))
    :effect (not (lowered ?b)))
  (:action charge
    :parameters (?g - gadget ?c - charger ?r - room)
    :precondition (and (robot-in ?r) (located-in ?c ?r) (on ?g ?c) (not (charged ?g)))
    :effect (charged ?g))
  (:action wash
    :parameters (?m - mug ?d - dishwasher-unit ?r - room)
    :precondition (and (robot-in ?r) (located-in ?d ?r) (in ?m ?d) (not (open ?d)))
    :effect (and (not (dirty ?m)) (not (has-coffee ?m))))
  (:action brew-coffee
    :parameters (?m - mug ?k - coffee-maker ?r - room)
    :precondition (and (robot-in ?r) (located-in ?k ?r) (switched-on ?k) (holding ?m)
                       (not (dirty ?m)) (not (has-coffee ?m)))
    :effect (has-coffee ?m))
  (:action vacuum
    :parameters (?r - room)
    :precondition (and (robot-in ?r) (hand-empty))
    :effect (vacuumed ?r))
)
