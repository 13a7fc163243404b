(define (domain manse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    agent person room spot item dial level curtain - object
    box - spot
    washing-machine chest - box
    linen toy paper - item
    sweater towel-type - linen
    letter journal - paper)
  (:predicates
    (bot-near ?a - agent ?r - room)
    (path ?r1 ?r2 - room)
    (part-of ?s - spot ?r - room)
    (stays ?p - person ?r - room)
    (hangs ?c - curtain ?r - room)
    (item-at ?i - item ?s - spot)
    (carries ?a - agent ?i - item)
    (free ?a - agent)
    (has ?p - person ?i - item)
    (shut ?s - spot)
    (dark ?r - room)
    (drawn ?c - curtain)
    (soiled ?l - linen)
    (set-to ?d - dial ?l - level)
    (mounted ?d - dial ?r - room))
  (:action go
    :parameters (?a - agent ?from ?to - room)
    :precondition (and (bot-near ?a ?from) (path ?from ?to))
    :effect (and (not (bot-near ?a ?from)) (bot-near ?a ?to)))
  (:action pick-up
    :parameters (?a - agent ?i - item ?s - spot ?r - room)
    :precondition (and (bot-near ?a ?r) (part-of ?s ?r) (item-at ?i ?s) (free ?a) (not (shut ?s)))
    :effect (and (carries ?a ?i) (not (item-at ?i ?s)) (not (free ?a))))
  (:action set-down
    :parameters (?a - agent ?i - item ?s - spot ?r - room)
    :precondition (and (bot-near ?a ?r) (part-of ?s ?r) (carries ?a ?i) (not (shut ?s)))
    :effect (and (item-at ?i ?s) (free ?a) (not (carries ?a ?i))))
  (:action open-up
    :parameters (?a - agent ?b - box ?r - room)
    :precondition (and (bot-near ?a ?r) (part-of ?b ?r) (shut ?b))
    :effect (not (shut ?b)))
  (:action close-up
    :parameters (?a - agent ?b - box ?r - room)
    :precondition (and (bot-near ?a ?r) (part-of ?b ?r) (not (shut ?b)))
    :effect (shut ?b))
  (:action hand-over
    :parameters (?a - agent ?i - item ?p - person ?r - room)
    :precondition (and (bot-near ?a ?r) (stays ?p ?r) (carries ?a ?i))
    :effect (and (has ?p ?i) (free ?a) (not (carries ?a ?i))))
  (:action launder
    :parameters (?a - agent ?l - linen ?w - washing-machine ?r - room)
    :precondition (and (bot-near ?a ?r) (part-of ?w ?r) (item-at ?l ?w) (shut ?w) (soiled ?l))
    :effect (not (soiled ?l)))
  (:action brighten
    :parameters (?a - agent ?r - room)
    :precondition (and (bot-near ?a ?r) (dark ?r))
    :effect (not (dark ?r)))
  (:action darken
    :parameters (?a - agent ?r - room)
    :precondition (and (bot-near ?a ?r) (not (dark ?r)))
    :effect (dark ?r))
  (:action draw
    :parameters (?a - agent ?c - curtain ?r - room)
    :precondition (and (bot-near ?a ?r) (hangs ?c ?r) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action undraw
    :parameters (?a - agent ?c - curtain ?r - room)
    :precondition (and (bot-near ?a ?r) (hangs ?c ?r) (drawn ?c))
    :effect (not (drawn ?c)))
  (:action adjust
    :parameters (?a - agent ?d - dial ?old ?new - level ?r - room)
    :precondition (and (bot-near ?a ?r) (mounted ?d ?r) (set-to ?d ?old))
    :effect (and (not (set-to ?d ?old)) (set-to ?d ?new))))
