(define (domain annexe)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area person hue thing fixed animal - object
    garment gadget pastime - thing
    storage appliance blind bed - fixed
    washer rack dock - storage
    lamp heater - appliance)
  (:predicates
    (robot_at ?a - area)
    (link ?a ?b - area)
    (stands_in ?f - fixed ?a - area)
    (is_at ?p - person ?a - area)
    (lives_in ?x - animal ?a - area)
    (gripper_free)
    (gripping ?t - thing)
    (located ?t - thing ?s - storage)
    (held_by ?t - thing ?p - person)
    (owner ?t - thing ?p - person)
    (colour_of ?t - thing ?h - hue)
    (dirty ?g - garment)
    (wet ?g - garment)
    (charged ?g - gadget)
    (active ?x - appliance)
    (lowered ?b - blind)
    (vacuumed ?a - area)
    (made ?b - bed)
    (fed ?x - animal))
  (:action move
    :parameters (?a ?b - area)
    :precondition (and (robot_at ?a) (link ?a ?b))
    :effect (and (not (robot_at ?a)) (robot_at ?b)))
  (:action grab
    :parameters (?t - thing ?s - storage ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?s ?a) (located ?t ?s) (gripper_free))
    :effect (and (gripping ?t) (not (located ?t ?s)) (not (gripper_free))))
  (:action place
    :parameters (?t - thing ?s - storage ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?s ?a) (gripping ?t))
    :effect (and (located ?t ?s) (gripper_free) (not (gripping ?t))))
  (:action give
    :parameters (?t - thing ?p - person ?a - area)
    :precondition (and (robot_at ?a) (is_at ?p ?a) (gripping ?t))
    :effect (and (held_by ?t ?p) (gripper_free) (not (gripping ?t))))
  (:action receive
    :parameters (?t - thing ?p - person ?a - area)
    :precondition (and (robot_at ?a) (is_at ?p ?a) (held_by ?t ?p) (gripper_free))
    :effect (and (gripping ?t) (not (held_by ?t ?p)) (not (gripper_free))))
  (:action wash_garment
    :parameters (?g - garment ?m - washer ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?m ?a) (located ?g ?m) (dirty ?g))
    :effect (and (not (dirty ?g)) (wet ?g)))
  (:action dry_garment
    :parameters (?g - garment ?r - rack ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?r ?a) (located ?g ?r) (wet ?g))
    :effect (not (wet ?g)))
  (:action charge
    :parameters (?g - gadget ?d - dock ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?d ?a) (located ?g ?d) (not (charged ?g)))
    :effect (charged ?g))
  (:action turn_on
    :parameters (?x - appliance ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?x ?a) (not (active ?x)))
    :effect (active ?x))
  (:action turn_off
    :parameters (?x - appliance ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?x ?a) (active ?x))
    :effect (not (active ?x)))
  (:action lower_blind
    :parameters (?b - blind ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?b ?a) (not (lowered ?b)))
    :effect (lowered ?b))
  (:action raise_blind
    :parameters (?b - blind ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?b ?a) (lowered ?b))
    :effect (not (lowered ?b)))
  (:action vacuum
    :parameters (?a - area)
    :precondition (and (robot_at ?a) (gripper_free) (not (vacuumed ?a)))
    :effect (vacuumed ?a))
  (:action make_bed
    :parameters (?b - bed ?a - area)
    :precondition (and (robot_at ?a) (stands_in ?b ?a) (gripper_free) (not (made ?b)))
    :effect (made ?b))
  (:action feed
    :parameters (?x - animal ?a - area)
    :precondition (and (robot_at ?a) (lives_in ?x ?a) (gripper_free) (not (fed ?x)))
    :effect (fed ?x)))
