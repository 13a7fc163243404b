(define (domain petcorner)
 (:requirements :strips :typing :negative-preconditions)
 (:types mobile place device - object
  animal item - mobile
  canine - animal
  receptacle tether tool - item
  feeder - receptacle
  zone closure - place
  enclosure portal - closure)
 (:predicates (positioned ?x - mobile ?p - place) (carried ?x - mobile) (manipulator-free)
  (unlatched ?p - place) (charged ?r - receptacle) (sanitized ?e - enclosure) (energized ?d - device)
  (groomed ?a - animal) (tethered ?a - canine) (nourished ?a - animal))
 (:action collect :parameters (?x - mobile ?p - place) :precondition (and (positioned ?x ?p) (unlatched ?p) (manipulator-free))
  :effect (and (carried ?x) (not (positioned ?x ?p)) (not (manipulator-free))))
 (:action deposit :parameters (?x - mobile ?z - zone) :precondition (carried ?x)
  :effect (and (positioned ?x ?z) (manipulator-free) (not (carried ?x))))
 (:action confine :parameters (?x - mobile ?e - enclosure) :precondition (and (carried ?x) (unlatched ?e))
  :effect (and (positioned ?x ?e) (manipulator-free) (not (carried ?x))))
 (:action unlatch :parameters (?c - closure) :precondition (and (not (unlatched ?c)) (manipulator-free)) :effect (unlatched ?c))
 (:action latch :parameters (?c - closure) :precondition (and (unlatched ?c) (manipulator-free)) :effect (not (unlatched ?c)))
 (:action charge :parameters (?r - receptacle) :precondition (and (manipulator-free) (not (charged ?r))) :effect (charged ?r))
 (:action void :parameters (?r - receptacle) :precondition (and (carried ?r) (charged ?r)) :effect (not (charged ?r)))
 (:action sanitize :parameters (?e - enclosure) :precondition (and (unlatched ?e) (not (sanitized ?e)) (manipulator-free)) :effect (sanitized ?e))
 (:action energize :parameters (?d - device) :precondition (and (manipulator-free) (not (energized ?d))) :effect (energized ?d))
 (:action de-energize :parameters (?d - device) :precondition (and (manipulator-free) (energized ?d)) :effect (not (energized ?d)))
 (:action groom :parameters (?a - animal ?t - tool) :precondition (and (carried ?t) (not (groomed ?a))) :effect (groomed ?a))
 (:action attach :parameters (?a - canine ?t - tether) :precondition (and (carried ?t) (not (tethered ?a))) :effect (tethered ?a))
 (:action detach :parameters (?a - canine) :precondition (and (manipulator-free) (tethered ?a)) :effect (not (tethered ?a)))
 (:action nourish :parameters (?a - animal ?r - feeder) :precondition (and (charged ?r) (not (nourished ?a)))
  :effect (and (nourished ?a) (not (charged ?r)))))
