(define (domain nursery_wing)
  (:requirements :strips :typing :negative-preconditions)
  (:types area toy garment feeding - object
          room holder - area
          gadget gate)
  (:predicates
    (robot_in ?r - room)
    (reach ?a - area ?r - room)
    (at_place ?o - object ?a - area)
    (carried ?o - object)
    (arms_free)
    (active ?g - gadget)
    (found_in ?g - gadget ?r - room)
    (latched ?g - gate)
    (soiled ?c - garment)
    (folded ?c - garment)
    (sterile ?f - feeding)
    (warmed ?f - feeding))
  (:action roll_to
    :parameters (?from - room ?to - room)
    :precondition (robot_in ?from)
    :effect (and (robot_in ?to) (not (robot_in ?from))))
  (:action collect
    :parameters (?o - object ?a - area ?r - room)
    :precondition (and (robot_in ?r) (reach ?a ?r) (at_place ?o ?a) (arms_free))
    :effect (and (carried ?o) (not (arms_free)) (not (at_place ?o ?a))))
  (:action deposit
    :parameters (?o - object ?a - area ?r - room)
    :precondition (and (robot_in ?r) (reach ?a ?r) (carried ?o))
    :effect (and (at_place ?o ?a) (arms_free) (not (carried ?o))))
  (:action activate
    :parameters (?g - gadget ?r - room)
    :precondition (and (robot_in ?r) (found_in ?g ?r) (not (active ?g)))
    :effect (active ?g))
  (:action deactivate
    :parameters (?g - gadget ?r - room)
    :precondition (and (robot_in ?r) (found_in ?g ?r) (active ?g))
    :effect (not (active ?g)))
  (:action latch
    :parameters (?g - gate)
    :precondition (not (latched ?g))
    :effect (latched ?g))
  (:action unlatch
    :parameters (?g - gate)
    :precondition (latched ?g)
    :effect (not (latched ?g)))
  (:action launder
    :parameters (?c - garment)
    :precondition (and (carried ?c) (soiled ?c))
    :effect (not (soiled ?c)))
  (:action fold
    :parameters (?c - garment)
    :precondition (and (carried ?c) (not (soiled ?c)) (not (folded ?c)))
    :effect (folded ?c))
  (:action sterilise
    :parameters (?f - feeding)
    :precondition (and (carried ?f) (not (sterile ?f)))
    :effect (sterile ?f))
  (:action heat
    :parameters (?f - feeding)
    :precondition (and (carried ?f) (not (warmed ?f)))
    :effect (warmed ?f)))
