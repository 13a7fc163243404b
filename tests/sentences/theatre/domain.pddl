; A stagehand robot in a small theatre.
(define (domain theatre)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    lamp curtain prop trapdoor door microphone spot - object
    spotlight footlight - lamp)
  (:predicates
    (lit ?l - lamp)
    (raised ?c - curtain)
    (open ?x - (either trapdoor door))
    (locked ?x - (either trapdoor door))
    (live ?m - microphone)
    (at ?p - prop ?s - spot)
    (carrying ?p - prop)
    (hands-free)
    (broken ?p - prop)
    (heavy ?p - prop))

  (:action light
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (lit ?l))

  (:action douse
    :parameters (?l - lamp)
    :precondition (lit ?l)
    :effect (not (lit ?l)))

  (:action raise
    :parameters (?c - curtain)
    :precondition (not (raised ?c))
    :effect (raised ?c))

  (:action lower
    :parameters (?c - curtain)
    :precondition (raised ?c)
    :effect (not (raised ?c)))

  (:action open
    :parameters (?x - (either trapdoor door))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either trapdoor door))
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action lock
    :parameters (?x - (either trapdoor door))
    :precondition (and (not (open ?x)) (not (locked ?x)))
    :effect (locked ?x))

  (:action unlock
    :parameters (?x - (either trapdoor door))
    :precondition (locked ?x)
    :effect (not (locked ?x)))

  (:action switch-on
    :parameters (?m - microphone)
    :precondition (not (live ?m))
    :effect (live ?m))

  (:action mute
    :parameters (?m - microphone)
    :precondition (live ?m)
    :effect (not (live ?m)))

  (:action pick-up
    :parameters (?p - prop ?s - spot)
    :precondition (and (at ?p ?s) (hands-free))
    :effect (and (carrying ?p) (not (at ?p ?s)) (not (hands-free))))

  (:action set-down
    :parameters (?p - prop ?s - spot)
    :precondition (carrying ?p)
    :effect (and (at ?p ?s) (hands-free) (not (carrying ?p))))

  (:action repair
    :parameters (?p - prop)
    :precondition (broken ?p)
    :effect (not (broken ?p)))

  (:action ring-bell
    :parameters ()
    :precondition (and)
    :effect (and)))
