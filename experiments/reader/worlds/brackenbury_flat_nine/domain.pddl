(define (domain brackenbury_flat_nine)
  (:requirements :strips :typing :negative-preconditions)
  (:types stuff top flatmate appliance bin lockable storage - object
          gadget crockery clothing - stuff)
  (:predicates
    (sits ?x - stuff ?t - top)
    (stowed ?x - stuff ?s - storage)
    (holding ?x - stuff)
    (hands-free)
    (given-to ?f - flatmate ?x - stuff)
    (owns ?f - flatmate ?x - stuff)
    (soiled ?c - crockery)
    (charged ?g - gadget)
    (plugged ?x - stuff)
    (has-socket ?t - top)
    (live ?a - appliance)
    (closed ?s - storage)
    (full ?b - bin)
    (unlocked ?d - lockable))
  (:action grab
    :parameters (?x - stuff ?t - top)
    :precondition (and (sits ?x ?t) (hands-free) (not (plugged ?x)))
    :effect (and (holding ?x) (not (hands-free)) (not (sits ?x ?t))))
  (:action dump
    :parameters (?x - stuff ?t - top)
    :precondition (holding ?x)
    :effect (and (sits ?x ?t) (hands-free) (not (holding ?x))))
  (:action dig-out
    :parameters (?x - stuff ?s - storage)
    :precondition (and (stowed ?x ?s) (hands-free) (not (closed ?s)))
    :effect (and (holding ?x) (not (hands-free)) (not (stowed ?x ?s))))
  (:action stow
    :parameters (?x - stuff ?s - storage)
    :precondition (and (holding ?x) (not (closed ?s)))
    :effect (and (stowed ?x ?s) (hands-free) (not (holding ?x))))
  (:action pass-over
    :parameters (?x - stuff ?f - flatmate)
    :precondition (holding ?x)
    :effect (and (given-to ?f ?x) (hands-free) (not (holding ?x))))
  (:action open-up
    :parameters (?s - storage)
    :precondition (closed ?s)
    :effect (not (closed ?s)))
  (:action shut
    :parameters (?s - storage)
    :precondition (not (closed ?s))
    :effect (closed ?s))
  (:action wash-up
    :parameters (?c - crockery)
    :precondition (and (holding ?c) (soiled ?c))
    :effect (not (soiled ?c)))
  (:action plug-in
    :parameters (?g - gadget ?t - top)
    :precondition (and (sits ?g ?t) (has-socket ?t) (not (plugged ?g)))
    :effect (plugged ?g))
  (:action unplug
    :parameters (?g - gadget)
    :precondition (plugged ?g)
    :effect (not (plugged ?g)))
  (:action let-charge
    :parameters (?g - gadget)
    :precondition (and (plugged ?g) (not (charged ?g)))
    :effect (charged ?g))
  (:action flick-on
    :parameters (?a - appliance)
    :precondition (not (live ?a))
    :effect (live ?a))
  (:action flick-off
    :parameters (?a - appliance)
    :precondition (live ?a)
    :effect (not (live ?a)))
  (:action take-out-bin
    :parameters (?b - bin)
    :precondition (full ?b)
    :effect (not (full ?b)))
  (:action lock-up
    :parameters (?d - lockable)
    :precondition (unlocked ?d)
    :effect (not (unlocked ?d)))
  (:action unlock
    :parameters (?d - lockable)
    :precondition (not (unlocked ?d))
    :effect (unlocked ?d)))
