(define (domain city-apartment)
  (:requirements :strips :typing :negative-preconditions)
  (:types item location plant - object
          dish food - item
          machine closet shelf - location
          washer oven_like - machine)
  (:predicates
    (inside ?i - item ?l - location)
    (ajar ?l - object)
    (active ?m - machine)
    (soiled ?d - dish)
    (hot ?f - food)
    (thirsty ?p - plant)
    (openable ?o - object)
    (is_balcony_door ?o - object)
    (plant_outside ?p - plant))
  (:action open_it
    :parameters (?o - object)
    :precondition (and (openable ?o) (not (ajar ?o)))
    :effect (ajar ?o))
  (:action close_it
    :parameters (?o - object)
    :precondition (and (openable ?o) (ajar ?o))
    :effect (not (ajar ?o)))
  (:action move_shelf_shelf
    :parameters (?i - item ?a - shelf ?b - shelf)
    :precondition (inside ?i ?a)
    :effect (and (inside ?i ?b) (not (inside ?i ?a))))
  (:action move_in
    :parameters (?i - item ?a - shelf ?b - location)
    :precondition (and (inside ?i ?a) (openable ?b) (ajar ?b))
    :effect (and (inside ?i ?b) (not (inside ?i ?a))))
  (:action move_out
    :parameters (?i - item ?a - location ?b - shelf)
    :precondition (and (inside ?i ?a) (openable ?a) (ajar ?a))
    :effect (and (inside ?i ?b) (not (inside ?i ?a))))
  (:action turn_on
    :parameters (?m - machine)
    :precondition (and (not (active ?m)) (not (ajar ?m)))
    :effect (active ?m))
  (:action turn_off
    :parameters (?m - machine)
    :precondition (active ?m)
    :effect (not (active ?m)))
  (:action wash
    :parameters (?d - dish ?w - washer)
    :precondition (and (inside ?d ?w) (active ?w) (soiled ?d))
    :effect (not (soiled ?d)))
  (:action heat_up
    :parameters (?f - food ?m - oven_like)
    :precondition (and (inside ?f ?m) (active ?m) (not (hot ?f)))
    :effect (hot ?f))
  (:action water
    :parameters (?p - plant)
    :precondition (thirsty ?p)
    :effect (not (thirsty ?p)))
  (:action carry_out
    :parameters (?p - plant ?o - object)
    :precondition (and (is_balcony_door ?o) (ajar ?o) (not (plant_outside ?p)))
    :effect (plant_outside ?p))
  (:action carry_in
    :parameters (?p - plant ?o - object)
    :precondition (and (is_balcony_door ?o) (ajar ?o) (plant_outside ?p))
    :effect (not (plant_outside ?p))))
