; a robot in a top-floor flat with a roof terrace
(define (domain rooftop)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room spot item - object
    furniture device plant pet person - spot
    surface openable - furniture
    container window sunshade - openable
    lamp appliance - device
    dish food garment cushion can trinket - item
    petfood - food)
  (:predicates
    (robot-at ?r - room)
    (adjacent ?a ?b - room)
    (has-tap ?r - room)
    (in-room ?s - spot ?r - room)
    (belongs-to ?i - item ?p - person)
    (hand-free)
    (holding ?i - item)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (has ?p - person ?i - item)
    (open ?o - openable)
    (switched-on ?d - device)
    (clean ?d - dish)
    (wiped ?s - surface)
    (watered ?p - plant)
    (fed ?a - pet))
  (:action go
    :parameters (?from ?to - room)
    :precondition (and (robot-at ?from) (adjacent ?from ?to))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (in-room ?s ?r) (on ?i ?s) (hand-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (in-room ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hand-free) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (in-room ?c ?r) (inside ?i ?c) (open ?c) (hand-free))
    :effect (and (holding ?i) (not (inside ?i ?c)) (not (hand-free))))
  (:action put-inside
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (in-room ?c ?r) (open ?c) (holding ?i))
    :effect (and (inside ?i ?c) (hand-free) (not (holding ?i))))
  (:action open-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (in-room ?o ?r) (hand-free) (not (open ?o)))
    :effect (open ?o))
  (:action close-up
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-at ?r) (in-room ?o ?r) (hand-free) (open ?o))
    :effect (not (open ?o)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (in-room ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (in-room ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wash
    :parameters (?d - dish ?r - room)
    :precondition (and (robot-at ?r) (has-tap ?r) (holding ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action wipe
    :parameters (?s - surface ?r - room)
    :precondition (and (robot-at ?r) (in-room ?s ?r) (hand-free) (not (wiped ?s)))
    :effect (wiped ?s))
  (:action water
    :parameters (?p - plant ?w - can ?r - room)
    :precondition (and (robot-at ?r) (in-room ?p ?r) (holding ?w) (not (watered ?p)))
    :effect (watered ?p))
  (:action feed
    :parameters (?a - pet ?f - petfood ?r - room)
    :precondition (and (robot-at ?r) (in-room ?a ?r) (holding ?f) (not (fed ?a)))
    :effect (fed ?a))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (in-room ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (hand-free) (not (holding ?i)))))
