(define (domain narrowboat)
 (:requirements :strips :typing :negative-preconditions)
 (:types item place device hatch - object
  vessel food fuel gear - item
  locker surface - place
  burner - surface
  lamp pump - device)
 (:predicates (located ?i - item ?p - place) (holding ?i - item) (free_hand) (ajar ?l - locker)
  (powered ?d - device) (alight ?b - burner) (bolted ?h - hatch) (grubby ?v - vessel) (filled ?v - vessel) (heated ?v - vessel))
 (:action pick_up :parameters (?i - item ?s - surface) :precondition (and (located ?i ?s) (free_hand)) :effect (and (holding ?i) (not (located ?i ?s)) (not (free_hand))))
 (:action put_down :parameters (?i - item ?s - surface) :precondition (holding ?i) :effect (and (located ?i ?s) (free_hand) (not (holding ?i))))
 (:action take_out :parameters (?i - item ?l - locker) :precondition (and (located ?i ?l) (ajar ?l) (free_hand)) :effect (and (holding ?i) (not (located ?i ?l)) (not (free_hand))))
 (:action stow :parameters (?i - item ?l - locker) :precondition (and (holding ?i) (ajar ?l)) :effect (and (located ?i ?l) (free_hand) (not (holding ?i))))
 (:action open_locker :parameters (?l - locker) :precondition (not (ajar ?l)) :effect (ajar ?l))
 (:action shut_locker :parameters (?l - locker) :precondition (ajar ?l) :effect (not (ajar ?l)))
 (:action switch_on :parameters (?d - device) :precondition (not (powered ?d)) :effect (powered ?d))
 (:action switch_off :parameters (?d - device) :precondition (powered ?d) :effect (not (powered ?d)))
 (:action ignite :parameters (?b - burner) :precondition (not (alight ?b)) :effect (alight ?b))
 (:action extinguish :parameters (?b - burner) :precondition (alight ?b) :effect (not (alight ?b)))
 (:action bolt :parameters (?h - hatch) :precondition (not (bolted ?h)) :effect (bolted ?h))
 (:action unbolt :parameters (?h - hatch) :precondition (bolted ?h) :effect (not (bolted ?h)))
 (:action rinse :parameters (?v - vessel) :precondition (and (holding ?v) (grubby ?v)) :effect (not (grubby ?v)))
 (:action fill :parameters (?v - vessel) :precondition (and (holding ?v) (not (filled ?v))) :effect (filled ?v))
 (:action heat :parameters (?v - vessel ?b - burner) :precondition (and (located ?v ?b) (alight ?b) (filled ?v)) :effect (heated ?v)))
