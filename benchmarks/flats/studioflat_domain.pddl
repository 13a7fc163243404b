; A one-room flat of a student musician.
(define (domain studioflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    surface openable item device - object
    container window - openable
    instrument crockery - item
    lamp - device)
  (:predicates
    (holding ?i - item)
    (hand_free)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (open ?o - openable)
    (plugged_in ?d - device)
    (switched_on ?d - device)
    (tuned ?m - instrument)
    (clean ?k - crockery)
    ; what never changes
    (fits ?i - item ?c - container))

  (:action pick_up
    :parameters (?i - item ?s - surface)
    :precondition (and (on ?i ?s) (hand_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hand_free))))

  (:action put_on
    :parameters (?i - item ?s - surface)
    :precondition (holding ?i)
    :effect (and (on ?i ?s) (hand_free) (not (holding ?i))))

  (:action take_out
    :parameters (?i - item ?c - container)
    :precondition (and (in ?i ?c) (open ?c) (hand_free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (hand_free))))

  (:action put_in
    :parameters (?i - item ?c - container)
    :precondition (and (holding ?i) (open ?c) (fits ?i ?c))
    :effect (and (in ?i ?c) (hand_free) (not (holding ?i))))

  (:action open_up
    :parameters (?o - openable)
    :precondition (not (open ?o))
    :effect (open ?o))

  (:action close_up
    :parameters (?o - openable)
    :precondition (open ?o)
    :effect (not (open ?o)))

  (:action plug_in
    :parameters (?d - device)
    :precondition (not (plugged_in ?d))
    :effect (plugged_in ?d))

  (:action unplug
    :parameters (?d - device)
    :precondition (plugged_in ?d)
    :effect (and (not (plugged_in ?d)) (not (switched_on ?d))))

  (:action switch_on
    :parameters (?d - device)
    :precondition (and (plugged_in ?d) (not (switched_on ?d)))
    :effect (switched_on ?d))

  (:action switch_off
    :parameters (?d - device)
    :precondition (switched_on ?d)
    :effect (not (switched_on ?d)))

  (:action tune
    :parameters (?m - instrument)
    :precondition (and (holding ?m) (not (tuned ?m)))
    :effect (tuned ?m))

  (:action slacken
    :parameters (?m - instrument)
    :precondition (and (holding ?m) (tuned ?m))
    :effect (not (tuned ?m)))

  (:action wash
    :parameters (?k - crockery)
    :precondition (and (holding ?k) (not (clean ?k)))
    :effect (clean ?k)))
