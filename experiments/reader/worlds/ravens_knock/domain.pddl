(define (domain ravens_knock)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place thing being stove lamp shutter door - object
    person dog - being
    blanket clothing log vessel oddment - thing)
  (:predicates
    (at ?t - thing ?p - place)
    (holding ?t - thing)
    (handempty)
    (with ?t - thing ?p - person)
    (around ?b - blanket ?x - being)
    (beside-stove ?p - place)
    (stoked ?s - stove)
    (alight ?s - stove)
    (glowing ?l - lamp)
    (barred ?s - shutter)
    (bolted ?d - door)
    (wet ?c - clothing)
    (cold ?v - vessel)
    (unfed ?d - dog))
  (:action take
    :parameters (?t - thing ?p - place)
    :precondition (and (at ?t ?p) (handempty))
    :effect (and (holding ?t) (not (at ?t ?p)) (not (handempty))))
  (:action lay
    :parameters (?t - thing ?p - place)
    :precondition (and (holding ?t))
    :effect (and (at ?t ?p) (handempty) (not (holding ?t))))
  (:action hand-over
    :parameters (?t - thing ?p - person)
    :precondition (and (holding ?t))
    :effect (and (with ?t ?p) (handempty) (not (holding ?t))))
  (:action take-from
    :parameters (?t - thing ?p - person)
    :precondition (and (with ?t ?p) (handempty))
    :effect (and (holding ?t) (not (with ?t ?p)) (not (handempty))))
  (:action wrap
    :parameters (?b - blanket ?x - being)
    :precondition (and (holding ?b))
    :effect (and (around ?b ?x) (handempty) (not (holding ?b))))
  (:action unwrap
    :parameters (?b - blanket ?x - being)
    :precondition (and (around ?b ?x) (handempty))
    :effect (and (holding ?b) (not (around ?b ?x)) (not (handempty))))
  (:action stoke
    :parameters (?l - log ?s - stove)
    :precondition (and (holding ?l) (not (stoked ?s)))
    :effect (and (stoked ?s) (handempty) (not (holding ?l))))
  (:action light-stove
    :parameters (?s - stove)
    :precondition (and (stoked ?s) (not (alight ?s)))
    :effect (and (alight ?s)))
  (:action light-lamp
    :parameters (?l - lamp)
    :precondition (and (not (glowing ?l)))
    :effect (and (glowing ?l)))
  (:action snuff-lamp
    :parameters (?l - lamp)
    :precondition (and (glowing ?l))
    :effect (and (not (glowing ?l))))
  (:action bar
    :parameters (?s - shutter)
    :precondition (and (not (barred ?s)))
    :effect (and (barred ?s)))
  (:action unbar
    :parameters (?s - shutter)
    :precondition (and (barred ?s))
    :effect (and (not (barred ?s))))
  (:action shoot-bolt
    :parameters (?d - door)
    :precondition (and (not (bolted ?d)))
    :effect (and (bolted ?d)))
  (:action draw-bolt
    :parameters (?d - door)
    :precondition (and (bolted ?d))
    :effect (and (not (bolted ?d))))
  (:action warm-through
    :parameters (?v - vessel ?p - place ?s - stove)
    :precondition (and (at ?v ?p) (beside-stove ?p) (alight ?s) (cold ?v))
    :effect (and (not (cold ?v))))
  (:action dry-off
    :parameters (?c - clothing ?p - place ?s - stove)
    :precondition (and (at ?c ?p) (beside-stove ?p) (alight ?s) (wet ?c))
    :effect (and (not (wet ?c)))))
