(define (domain rectory_laundry)
  (:requirements :strips :typing :negative-preconditions)
  (:types room spot garment bed - object
          towel shirt linen - garment)
  (:predicates
    (at-robot ?r - room)
    (spot-in ?s - spot ?r - room)
    (bed-in ?b - bed ?r - room)
    (wash-room ?r - room)
    (holds ?s - spot ?g - garment)
    (grasped ?g - garment)
    (empty-gripper)
    (clean ?g - garment)
    (damp ?g - garment)
    (folded ?g - garment)
    (lidded ?s - spot)
    (lid-up ?s - spot)
    (made ?b - bed))
  (:action go
    :parameters (?a - room ?b - room)
    :precondition (and (at-robot ?a) (not (at-robot ?b)))
    :effect (and (at-robot ?b) (not (at-robot ?a))))
  (:action pick
    :parameters (?g - garment ?s - spot ?r - room)
    :precondition (and (at-robot ?r) (spot-in ?s ?r) (holds ?s ?g) (not (lidded ?s)) (empty-gripper))
    :effect (and (grasped ?g) (not (holds ?s ?g)) (not (empty-gripper))))
  (:action pick-lidded
    :parameters (?g - garment ?s - spot ?r - room)
    :precondition (and (at-robot ?r) (spot-in ?s ?r) (holds ?s ?g) (lid-up ?s) (empty-gripper))
    :effect (and (grasped ?g) (not (holds ?s ?g)) (not (empty-gripper))))
  (:action place
    :parameters (?g - garment ?s - spot ?r - room)
    :precondition (and (at-robot ?r) (spot-in ?s ?r) (grasped ?g) (not (lidded ?s)))
    :effect (and (holds ?s ?g) (empty-gripper) (not (grasped ?g))))
  (:action place-lidded
    :parameters (?g - garment ?s - spot ?r - room)
    :precondition (and (at-robot ?r) (spot-in ?s ?r) (grasped ?g) (lid-up ?s))
    :effect (and (holds ?s ?g) (empty-gripper) (not (grasped ?g))))
  (:action wash
    :parameters (?g - garment ?r - room)
    :precondition (and (at-robot ?r) (wash-room ?r) (grasped ?g) (not (clean ?g)))
    :effect (and (clean ?g) (damp ?g) (not (folded ?g))))
  (:action dry
    :parameters (?g - garment ?r - room)
    :precondition (and (at-robot ?r) (wash-room ?r) (grasped ?g) (damp ?g))
    :effect (not (damp ?g)))
  (:action fold
    :parameters (?g - garment)
    :precondition (and (grasped ?g) (not (damp ?g)) (not (folded ?g)))
    :effect (folded ?g))
  (:action shake-out
    :parameters (?g - garment)
    :precondition (and (grasped ?g) (folded ?g))
    :effect (not (folded ?g)))
  (:action raise-lid
    :parameters (?s - spot ?r - room)
    :precondition (and (at-robot ?r) (spot-in ?s ?r) (lidded ?s) (not (lid-up ?s)))
    :effect (lid-up ?s))
  (:action lower-lid
    :parameters (?s - spot ?r - room)
    :precondition (and (at-robot ?r) (spot-in ?s ?r) (lid-up ?s))
    :effect (not (lid-up ?s)))
  (:action make-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (at-robot ?r) (bed-in ?b ?r) (not (made ?b)))
    :effect (made ?b)))
