(define (domain loft)
  (:requirements :strips :typing :negative-preconditions)
  (:types room item fixture - object
    container surface - fixture
    appliance - object
    lamp fan - appliance
    oven washer - container
    food dish cloth book plant - item)
  (:constants kitchen - room counter - surface)
  (:predicates
    (robot-in ?r - room) (stands-in ?f - object ?r - room)
    (in ?i - item ?c - container) (on ?i - item ?s - surface)
    (carrying ?i - item) (free-hand)
    (open ?c - container) (switched-on ?a - object) (switchable ?a - object)
    (dirty ?i - item) (washable ?i - item) (watered ?p - plant) (sliced ?f - food) (cooked ?f - food))
  (:action move :parameters (?a ?b - room) :precondition (robot-in ?a) :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action open :parameters (?c - container ?r - room) :precondition (and (robot-in ?r) (stands-in ?c ?r) (not (open ?c))) :effect (open ?c))
  (:action close :parameters (?c - container ?r - room) :precondition (and (robot-in ?r) (stands-in ?c ?r) (open ?c)) :effect (not (open ?c)))
  (:action take-from :parameters (?i - item ?c - container ?r - room) :precondition (and (robot-in ?r) (stands-in ?c ?r) (in ?i ?c) (open ?c) (free-hand)) :effect (and (carrying ?i) (not (in ?i ?c)) (not (free-hand))))
  (:action take :parameters (?i - item ?s - surface ?r - room) :precondition (and (robot-in ?r) (stands-in ?s ?r) (on ?i ?s) (free-hand)) :effect (and (carrying ?i) (not (on ?i ?s)) (not (free-hand))))
  (:action put-in :parameters (?i - item ?c - container ?r - room) :precondition (and (robot-in ?r) (stands-in ?c ?r) (open ?c) (carrying ?i)) :effect (and (in ?i ?c) (free-hand) (not (carrying ?i))))
  (:action put-on :parameters (?i - item ?s - surface ?r - room) :precondition (and (robot-in ?r) (stands-in ?s ?r) (carrying ?i)) :effect (and (on ?i ?s) (free-hand) (not (carrying ?i))))
  (:action switch-on :parameters (?a - object ?r - room) :precondition (and (switchable ?a) (robot-in ?r) (stands-in ?a ?r) (not (switched-on ?a))) :effect (switched-on ?a))
  (:action switch-off :parameters (?a - object ?r - room) :precondition (and (switchable ?a) (robot-in ?r) (stands-in ?a ?r) (switched-on ?a)) :effect (not (switched-on ?a)))
  (:action wash :parameters (?i - item) :precondition (and (washable ?i) (carrying ?i) (dirty ?i) (robot-in kitchen)) :effect (not (dirty ?i)))
  (:action water :parameters (?p - plant ?s - surface ?r - room) :precondition (and (robot-in ?r) (stands-in ?s ?r) (on ?p ?s) (not (watered ?p))) :effect (watered ?p))
  (:action slice :parameters (?f - food) :precondition (and (on ?f counter) (robot-in kitchen) (free-hand)) :effect (sliced ?f))
  (:action bake :parameters (?f - food ?o - oven) :precondition (and (in ?f ?o) (not (open ?o)) (switched-on ?o) (robot-in kitchen)) :effect (cooked ?f)))
