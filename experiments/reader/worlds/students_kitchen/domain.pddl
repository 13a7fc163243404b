(define (domain students_kitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types portable spot - object
          dish food rubbish - portable
          surface box - spot
          machine)
  (:predicates
    (stored_in ?where - box ?what - portable)
    (on_top ?where - surface ?what - portable)
    (holding ?what - portable)
    (hand_free)
    (ajar ?b - box)
    (dirty ?d - dish)
    (wiped ?s - surface)
    (powered ?m - machine)
    (chopped ?f - food)
    (choppable ?f - food)
    (board ?s - surface))
  (:action take_from_surface
    :parameters (?p - portable ?s - surface)
    :precondition (and (on_top ?s ?p) (hand_free))
    :effect (and (holding ?p) (not (hand_free)) (not (on_top ?s ?p))))
  (:action set_down
    :parameters (?p - portable ?s - surface)
    :precondition (holding ?p)
    :effect (and (on_top ?s ?p) (hand_free) (not (holding ?p))))
  (:action take_from_box
    :parameters (?p - portable ?b - box)
    :precondition (and (stored_in ?b ?p) (ajar ?b) (hand_free))
    :effect (and (holding ?p) (not (hand_free)) (not (stored_in ?b ?p))))
  (:action put_into
    :parameters (?p - portable ?b - box)
    :precondition (and (holding ?p) (ajar ?b))
    :effect (and (stored_in ?b ?p) (hand_free) (not (holding ?p))))
  (:action open_up
    :parameters (?b - box)
    :precondition (not (ajar ?b))
    :effect (ajar ?b))
  (:action close_up
    :parameters (?b - box)
    :precondition (ajar ?b)
    :effect (not (ajar ?b)))
  (:action wash_up
    :parameters (?d - dish)
    :precondition (and (holding ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action wipe
    :parameters (?s - surface)
    :precondition (and (hand_free) (not (wiped ?s)))
    :effect (wiped ?s))
  (:action switch_on
    :parameters (?m - machine)
    :precondition (not (powered ?m))
    :effect (powered ?m))
  (:action switch_off
    :parameters (?m - machine)
    :precondition (powered ?m)
    :effect (not (powered ?m)))
  (:action chop
    :parameters (?f - food ?s - surface)
    :precondition (and (on_top ?s ?f) (board ?s) (choppable ?f) (hand_free) (not (chopped ?f)))
    :effect (chopped ?f)))
