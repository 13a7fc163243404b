(define (domain quince_terrace)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person fitting item - object
          surface openable device - fitting
          cupboard window curtain - openable
          vessel warmable medicine book pillow quilt phone - item)
  (:predicates
    (robot-in ?r - room)
    (joins ?a ?b - room)
    (placed ?f - fitting ?r - room)
    (stays-in ?p - person ?r - room)
    (in-bed ?p - person)
    (cooking-corner ?r - room)
    (upon ?s - surface ?i - item)
    (kept-in ?c - cupboard ?i - item)
    (handed-to ?p - person ?i - item)
    (held ?i - item)
    (hand-empty)
    (open ?o - openable)
    (turned-on ?d - device)
    (brimming ?v - vessel)
    (unclean ?v - vessel)
    (warm ?w - warmable)
    (flat ?p - pillow)
    (loud ?p - phone))
  (:action go
    :parameters (?a ?b - room)
    :precondition (and (robot-in ?a) (joins ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action lift
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (placed ?s ?r) (upon ?s ?i) (hand-empty))
    :effect (and (held ?i) (not (upon ?s ?i)) (not (hand-empty))))
  (:action rest
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (placed ?s ?r) (held ?i))
    :effect (and (upon ?s ?i) (hand-empty) (not (held ?i))))
  (:action take-out
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-in ?r) (placed ?c ?r) (kept-in ?c ?i) (open ?c) (hand-empty))
    :effect (and (held ?i) (not (kept-in ?c ?i)) (not (hand-empty))))
  (:action put-away
    :parameters (?i - item ?c - cupboard ?r - room)
    :precondition (and (robot-in ?r) (placed ?c ?r) (held ?i) (open ?c))
    :effect (and (kept-in ?c ?i) (hand-empty) (not (held ?i))))
  (:action hand
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (stays-in ?p ?r) (held ?i))
    :effect (and (handed-to ?p ?i) (hand-empty) (not (held ?i))))
  (:action take-back
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-in ?r) (stays-in ?p ?r) (handed-to ?p ?i) (hand-empty))
    :effect (and (held ?i) (not (handed-to ?p ?i)) (not (hand-empty))))
  (:action open
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (placed ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action close
    :parameters (?o - openable ?r - room)
    :precondition (and (robot-in ?r) (placed ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action turn-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (placed ?d ?r) (not (turned-on ?d)))
    :effect (turned-on ?d))
  (:action turn-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (placed ?d ?r) (turned-on ?d))
    :effect (not (turned-on ?d)))
  (:action fill
    :parameters (?v - vessel ?r - room)
    :precondition (and (robot-in ?r) (cooking-corner ?r) (held ?v) (not (unclean ?v)) (not (brimming ?v)))
    :effect (brimming ?v))
  (:action wash
    :parameters (?v - vessel ?r - room)
    :precondition (and (robot-in ?r) (cooking-corner ?r) (held ?v) (unclean ?v))
    :effect (not (unclean ?v)))
  (:action heat
    :parameters (?w - warmable ?r - room)
    :precondition (and (robot-in ?r) (cooking-corner ?r) (held ?w) (not (warm ?w)))
    :effect (warm ?w))
  (:action plump
    :parameters (?p - pillow)
    :precondition (and (held ?p) (flat ?p))
    :effect (not (flat ?p)))
  (:action silence
    :parameters (?p - phone)
    :precondition (and (held ?p) (loud ?p))
    :effect (not (loud ?p))))
