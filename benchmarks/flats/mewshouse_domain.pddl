(define (domain mewshouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person thing - object
    fixture item - thing
    surface openable device sink plant cat - fixture
    container window curtains door - openable
    washer - container
    lamp appliance - device
    crockery garment food spectacles can cloth - item
    petfood - food)
  (:predicates
    (robot-in ?r - room)
    (linked ?a - room ?b - room)
    (located ?f - fixture ?r - room)
    (person-in ?p - person ?r - room)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (holding ?i - item)
    (hand-empty)
    (has ?p - person ?i - item)
    (belongs-to ?i - item ?p - person)
    (is-open ?o - openable)
    (switched-on ?d - device)
    (clean ?x - thing)
    (watered ?p - plant)
    (fed ?c - cat))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (robot-in ?a) (linked ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (not (is-open ?o)))
    :effect (is-open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (located ?o ?r) (is-open ?o))
    :effect (not (is-open ?o)))
  (:action turn-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action turn-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (located ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (on ?i ?s) (hand-empty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-empty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-empty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (is-open ?c) (inside ?i ?c) (hand-empty))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand-empty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (is-open ?c) (holding ?i))
    :effect (and (inside ?i ?c) (hand-empty) (not (holding ?i))))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (person-in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-empty) (not (holding ?i))))
  (:action wash-up
    :parameters (?i - crockery ?k - sink ?r - room)
    :precondition (and (robot-in ?r) (located ?k ?r) (holding ?i) (not (clean ?i)))
    :effect (clean ?i))
  (:action launder
    :parameters (?g - garment ?w - washer ?r - room)
    :precondition (and (robot-in ?r) (located ?w ?r) (inside ?g ?w) (not (is-open ?w)) (not (clean ?g)))
    :effect (clean ?g))
  (:action wipe
    :parameters (?s - surface ?c - cloth ?r - room)
    :precondition (and (robot-in ?r) (located ?s ?r) (holding ?c) (not (clean ?s)))
    :effect (clean ?s))
  (:action water
    :parameters (?p - plant ?w - can ?r - room)
    :precondition (and (robot-in ?r) (located ?p ?r) (holding ?w) (not (watered ?p)))
    :effect (watered ?p))
  (:action feed
    :parameters (?c - cat ?f - petfood ?r - room)
    :precondition (and (robot-in ?r) (located ?c ?r) (holding ?f) (not (fed ?c)))
    :effect (fed ?c)))
