(define (domain greenhouse_flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    fitting portable - thing
    stand device washbowl closable - fitting
    container door - closable
    plant washable - portable
    tool crockery - washable
    can cutter - tool)
  (:predicates
    (bot-at ?r - room)
    (placed-in ?f - fitting ?r - room)
    (stands-on ?p - portable ?s - stand)
    (kept-in ?p - portable ?c - container)
    (shut ?c - closable)
    (switched-on ?d - device)
    (watered ?p - plant)
    (pruned ?p - plant)
    (clean ?w - washable)
    (carrying ?p - portable)
    (grip-empty))
  (:action walk
    :parameters (?from - room ?to - room)
    :precondition (bot-at ?from)
    :effect (and (not (bot-at ?from)) (bot-at ?to)))
  (:action grab
    :parameters (?p - portable ?s - stand ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?s ?r) (stands-on ?p ?s) (grip-empty))
    :effect (and (not (stands-on ?p ?s)) (not (grip-empty)) (carrying ?p)))
  (:action fetch-from
    :parameters (?p - portable ?c - container ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?c ?r) (kept-in ?p ?c) (not (shut ?c)) (grip-empty))
    :effect (and (not (kept-in ?p ?c)) (not (grip-empty)) (carrying ?p)))
  (:action put-on
    :parameters (?p - portable ?s - stand ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?s ?r) (carrying ?p))
    :effect (and (stands-on ?p ?s) (grip-empty) (not (carrying ?p))))
  (:action put-into
    :parameters (?p - portable ?c - container ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?c ?r) (carrying ?p) (not (shut ?c)))
    :effect (and (kept-in ?p ?c) (grip-empty) (not (carrying ?p))))
  (:action pull-open
    :parameters (?c - closable ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?c ?r) (shut ?c))
    :effect (not (shut ?c)))
  (:action push-shut
    :parameters (?c - closable ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?c ?r) (not (shut ?c)))
    :effect (shut ?c))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action water
    :parameters (?p - plant ?w - can ?s - stand ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?s ?r) (stands-on ?p ?s) (carrying ?w) (not (watered ?p)))
    :effect (watered ?p))
  (:action prune
    :parameters (?p - plant ?k - cutter ?s - stand ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?s ?r) (stands-on ?p ?s) (carrying ?k) (not (pruned ?p)))
    :effect (pruned ?p))
  (:action scrub
    :parameters (?w - washable ?b - washbowl ?r - room)
    :precondition (and (bot-at ?r) (placed-in ?b ?r) (carrying ?w) (not (clean ?w)))
    :effect (clean ?w)))
