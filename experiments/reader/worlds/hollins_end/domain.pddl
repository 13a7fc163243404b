(define (domain hollins_end)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing place openable animal person - object
          boots clothing log egg vessel pail - thing
          surface peg box - place
          stove - surface
          larder-box - box)
  (:predicates
    (bears ?s - surface ?t - thing)
    (hangs-from ?p - peg ?c - clothing)
    (inside ?b - object ?t - thing)
    (lidded ?b - object)
    (open ?o - object)
    (shuttable ?o - object)
    (fuel-in ?s - stove ?l - log)
    (alight ?s - stove)
    (warms ?s - stove ?p - peg)
    (muddy ?b - boots)
    (damp ?c - clothing)
    (boiled ?e - egg)
    (unfed ?a - animal)
    (has ?p - person ?t - thing)
    (gripping ?t - thing)
    (empty-handed))
  (:action lift
    :parameters (?t - thing ?s - surface)
    :precondition (and (bears ?s ?t) (empty-handed))
    :effect (and (gripping ?t) (not (bears ?s ?t)) (not (empty-handed))))
  (:action lay
    :parameters (?t - thing ?s - surface)
    :precondition (gripping ?t)
    :effect (and (bears ?s ?t) (empty-handed) (not (gripping ?t))))
  (:action unhang
    :parameters (?c - clothing ?p - peg)
    :precondition (and (hangs-from ?p ?c) (empty-handed))
    :effect (and (gripping ?c) (not (hangs-from ?p ?c)) (not (empty-handed))))
  (:action hang
    :parameters (?c - clothing ?p - peg)
    :precondition (gripping ?c)
    :effect (and (hangs-from ?p ?c) (empty-handed) (not (gripping ?c))))
  (:action take-out
    :parameters (?t - thing ?b - object)
    :precondition (and (inside ?b ?t) (open ?b) (empty-handed))
    :effect (and (gripping ?t) (not (inside ?b ?t)) (not (empty-handed))))
  (:action put-egg-in
    :parameters (?e - egg ?b - object)
    :precondition (and (gripping ?e) (lidded ?b) (open ?b))
    :effect (and (inside ?b ?e) (empty-handed) (not (gripping ?e))))
  (:action open-up
    :parameters (?o - object)
    :precondition (and (shuttable ?o) (not (open ?o)))
    :effect (open ?o))
  (:action close-up
    :parameters (?o - object)
    :precondition (and (shuttable ?o) (open ?o))
    :effect (not (open ?o)))
  (:action feed-stove
    :parameters (?l - log ?s - stove)
    :precondition (gripping ?l)
    :effect (and (fuel-in ?s ?l) (empty-handed) (not (gripping ?l))))
  (:action light
    :parameters (?s - stove ?l - log)
    :precondition (and (fuel-in ?s ?l) (not (alight ?s)))
    :effect (alight ?s))
  (:action damp-down
    :parameters (?s - stove)
    :precondition (alight ?s)
    :effect (not (alight ?s)))
  (:action scrape-clean
    :parameters (?b - boots)
    :precondition (and (gripping ?b) (muddy ?b))
    :effect (not (muddy ?b)))
  (:action dry
    :parameters (?c - clothing ?p - peg ?s - stove)
    :precondition (and (hangs-from ?p ?c) (warms ?s ?p) (alight ?s) (damp ?c))
    :effect (not (damp ?c)))
  (:action boil
    :parameters (?e - egg ?v - vessel ?s - stove)
    :precondition (and (inside ?v ?e) (bears ?s ?v) (alight ?s))
    :effect (boiled ?e))
  (:action feed
    :parameters (?a - animal ?p - pail)
    :precondition (and (gripping ?p) (unfed ?a))
    :effect (not (unfed ?a)))
  (:action hand-to
    :parameters (?t - thing ?p - person)
    :precondition (gripping ?t)
    :effect (and (has ?p ?t) (empty-handed) (not (gripping ?t)))))
