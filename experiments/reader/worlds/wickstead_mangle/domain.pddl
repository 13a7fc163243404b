(define (domain wickstead_mangle)
  (:requirements :strips :typing :negative-preconditions)
  (:types article container surface helper dispenser - object
          garment - article
          basket fitted - container
          cupboard machine - fitted
          washing_machine tumble_dryer - machine
          line - surface)
  (:predicates
    (inside ?a - article ?c - container)
    (upon ?s - surface ?a - article)
    (in-hand ?a - article)
    (hand-idle)
    (delivered ?h - helper ?a - article)
    (soiled ?g - garment)
    (damp ?g - garment)
    (folded ?g - garment)
    (ajar ?f - fitted)
    (running ?m - fitted)
    (low ?d - dispenser))
  (:action take-up
    :parameters (?a - article ?s - surface)
    :precondition (and (upon ?s ?a) (hand-idle))
    :effect (and (in-hand ?a) (not (hand-idle)) (not (upon ?s ?a))))
  (:action lay-down
    :parameters (?a - article ?s - surface)
    :precondition (in-hand ?a)
    :effect (and (upon ?s ?a) (hand-idle) (not (in-hand ?a))))
  (:action take-from-basket
    :parameters (?a - article ?b - basket)
    :precondition (and (inside ?a ?b) (hand-idle))
    :effect (and (in-hand ?a) (not (hand-idle)) (not (inside ?a ?b))))
  (:action drop-in-basket
    :parameters (?a - article ?b - basket)
    :precondition (in-hand ?a)
    :effect (and (inside ?a ?b) (hand-idle) (not (in-hand ?a))))
  (:action unload
    :parameters (?a - article ?f - fitted)
    :precondition (and (inside ?a ?f) (ajar ?f) (hand-idle))
    :effect (and (in-hand ?a) (not (hand-idle)) (not (inside ?a ?f))))
  (:action load
    :parameters (?a - article ?f - fitted)
    :precondition (and (in-hand ?a) (ajar ?f))
    :effect (and (inside ?a ?f) (hand-idle) (not (in-hand ?a))))
  (:action pull-open
    :parameters (?f - fitted)
    :precondition (and (not (ajar ?f)) (not (running ?f)))
    :effect (ajar ?f))
  (:action push-shut
    :parameters (?f - fitted)
    :precondition (ajar ?f)
    :effect (not (ajar ?f)))
  (:action start
    :parameters (?m - machine)
    :precondition (and (not (ajar ?m)) (not (running ?m)))
    :effect (running ?m))
  (:action halt
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (not (running ?m)))
  (:action launder
    :parameters (?g - garment ?w - washing_machine)
    :precondition (and (inside ?g ?w) (running ?w) (soiled ?g))
    :effect (and (not (soiled ?g)) (damp ?g)))
  (:action tumble
    :parameters (?g - garment ?d - tumble_dryer)
    :precondition (and (inside ?g ?d) (running ?d) (damp ?g))
    :effect (not (damp ?g)))
  (:action air
    :parameters (?g - garment ?l - line)
    :precondition (and (upon ?l ?g) (damp ?g))
    :effect (not (damp ?g)))
  (:action fold
    :parameters (?g - garment)
    :precondition (and (in-hand ?g) (not (damp ?g)) (not (soiled ?g)) (not (folded ?g)))
    :effect (folded ?g))
  (:action deliver
    :parameters (?a - article ?h - helper)
    :precondition (in-hand ?a)
    :effect (and (delivered ?h ?a) (hand-idle) (not (in-hand ?a))))
  (:action refill
    :parameters (?d - dispenser)
    :precondition (low ?d)
    :effect (not (low ?d))))
