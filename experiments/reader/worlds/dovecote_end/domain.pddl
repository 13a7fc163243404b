(define (domain dovecote_end)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing ledge closable lamp cat plant soul wireless - object
          store window door - closable)
  (:predicates
    (bears ?l - ledge ?t - thing)
    (keeps ?s - store ?t - thing)
    (with ?t - thing ?p - soul)
    (in-grip ?t - thing)
    (grip-empty)
    (shut ?c - closable)
    (bolted ?d - door)
    (glowing ?l - lamp)
    (silent ?w - wireless)
    (hungry ?c - cat)
    (thirsty ?p - plant))
  (:action lift
    :parameters (?t - thing ?l - ledge)
    :precondition (and (bears ?l ?t) (grip-empty))
    :effect (and (in-grip ?t) (not (grip-empty)) (not (bears ?l ?t))))
  (:action lay
    :parameters (?t - thing ?l - ledge)
    :precondition (in-grip ?t)
    :effect (and (bears ?l ?t) (grip-empty) (not (in-grip ?t))))
  (:action fish-out
    :parameters (?t - thing ?s - store)
    :precondition (and (keeps ?s ?t) (not (shut ?s)) (grip-empty))
    :effect (and (in-grip ?t) (not (grip-empty)) (not (keeps ?s ?t))))
  (:action tuck-away
    :parameters (?t - thing ?s - store)
    :precondition (and (in-grip ?t) (not (shut ?s)))
    :effect (and (keeps ?s ?t) (grip-empty) (not (in-grip ?t))))
  (:action give
    :parameters (?t - thing ?p - soul)
    :precondition (in-grip ?t)
    :effect (and (with ?t ?p) (grip-empty) (not (in-grip ?t))))
  (:action close
    :parameters (?c - closable)
    :precondition (not (shut ?c))
    :effect (shut ?c))
  (:action open-store
    :parameters (?s - store)
    :precondition (shut ?s)
    :effect (not (shut ?s)))
  (:action open-window
    :parameters (?w - window)
    :precondition (shut ?w)
    :effect (not (shut ?w)))
  (:action open-door
    :parameters (?d - door)
    :precondition (and (shut ?d) (not (bolted ?d)))
    :effect (not (shut ?d)))
  (:action shoot-bolt
    :parameters (?d - door)
    :precondition (and (shut ?d) (not (bolted ?d)))
    :effect (bolted ?d))
  (:action draw-bolt
    :parameters (?d - door)
    :precondition (bolted ?d)
    :effect (not (bolted ?d)))
  (:action light
    :parameters (?l - lamp)
    :precondition (not (glowing ?l))
    :effect (glowing ?l))
  (:action douse
    :parameters (?l - lamp)
    :precondition (glowing ?l)
    :effect (not (glowing ?l)))
  (:action hush
    :parameters (?w - wireless)
    :precondition (not (silent ?w))
    :effect (silent ?w))
  (:action feed
    :parameters (?c - cat)
    :precondition (hungry ?c)
    :effect (not (hungry ?c)))
  (:action water
    :parameters (?p - plant)
    :precondition (thirsty ?p)
    :effect (not (thirsty ?p))))
