(define (domain cellar-laundry)
  (:requirements :strips :typing :negative-preconditions)
  (:types holder item bulb portal - object
          machine basket shelf line - holder)
  (:predicates
    (stored_in ?h - holder ?i - item)
    (ajar ?m - machine)
    (soiled ?i - item)
    (damp ?i - item)
    (folded ?i - item)
    (washable ?i - item)
    (washes ?m - machine)
    (dries ?m - machine)
    (airs ?h - line)
    (shining ?b - bulb)
    (bolted ?p - portal)
    (wide_open ?p - portal)
    (lint_full ?m - machine))
  (:action open_machine
    :parameters (?m - machine)
    :precondition (not (ajar ?m))
    :effect (ajar ?m))
  (:action shut_machine
    :parameters (?m - machine)
    :precondition (ajar ?m)
    :effect (not (ajar ?m)))
  (:action shift
    :parameters (?i - item ?from ?to - holder)
    :precondition (stored_in ?from ?i)
    :effect (and (stored_in ?to ?i) (not (stored_in ?from ?i))))
  (:action run_wash
    :parameters (?m - machine ?i - item)
    :precondition (and (washes ?m) (stored_in ?m ?i) (washable ?i) (soiled ?i) (not (ajar ?m)))
    :effect (and (not (soiled ?i)) (damp ?i) (not (folded ?i))))
  (:action tumble
    :parameters (?m - machine ?i - item)
    :precondition (and (dries ?m) (stored_in ?m ?i) (damp ?i) (not (ajar ?m)) (not (lint_full ?m)))
    :effect (not (damp ?i)))
  (:action hang_dry
    :parameters (?l - line ?i - item)
    :precondition (and (airs ?l) (stored_in ?l ?i) (damp ?i))
    :effect (not (damp ?i)))
  (:action fold
    :parameters (?i - item)
    :precondition (and (washable ?i) (not (damp ?i)) (not (soiled ?i)) (not (folded ?i)))
    :effect (folded ?i))
  (:action clear_lint
    :parameters (?m - machine)
    :precondition (lint_full ?m)
    :effect (not (lint_full ?m)))
  (:action bulb_on
    :parameters (?b - bulb)
    :precondition (not (shining ?b))
    :effect (shining ?b))
  (:action bulb_off
    :parameters (?b - bulb)
    :precondition (shining ?b)
    :effect (not (shining ?b)))
  (:action pull_to
    :parameters (?p - portal)
    :precondition (wide_open ?p)
    :effect (not (wide_open ?p)))
  (:action swing_open
    :parameters (?p - portal)
    :precondition (and (not (wide_open ?p)) (not (bolted ?p)))
    :effect (wide_open ?p))
  (:action slide_bolt
    :parameters (?p - portal)
    :precondition (and (not (wide_open ?p)) (not (bolted ?p)))
    :effect (bolted ?p))
  (:action draw_bolt
    :parameters (?p - portal)
    :precondition (bolted ?p)
    :effect (not (bolted ?p))))
