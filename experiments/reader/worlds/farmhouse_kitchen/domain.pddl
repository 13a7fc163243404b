(define (domain farmhouse_kitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types item spot - object
          crock pot - item
          dresser_drawer - spot
          light)
  (:predicates
    (rests_at ?i - item ?s - spot)
    (gripping ?i - item)
    (gripper_free)
    (pulled_out ?d - dresser_drawer)
    (is_drawer ?s - spot)
    (covered ?p - pot)
    (soiled ?c - crock)
    (washing_place ?s - spot)
    (dark ?l - light))
  (:action pick_from
    :parameters (?i - item ?s - spot)
    :precondition (and (rests_at ?i ?s) (gripper_free) (not (is_drawer ?s)))
    :effect (and (gripping ?i) (not (gripper_free)) (not (rests_at ?i ?s))))
  (:action set_at
    :parameters (?i - item ?s - spot)
    :precondition (and (gripping ?i) (not (is_drawer ?s)))
    :effect (and (rests_at ?i ?s) (gripper_free) (not (gripping ?i))))
  (:action pick_from_drawer
    :parameters (?i - item ?d - dresser_drawer)
    :precondition (and (rests_at ?i ?d) (gripper_free) (pulled_out ?d))
    :effect (and (gripping ?i) (not (gripper_free)) (not (rests_at ?i ?d))))
  (:action lay_in_drawer
    :parameters (?i - item ?d - dresser_drawer)
    :precondition (and (gripping ?i) (pulled_out ?d))
    :effect (and (rests_at ?i ?d) (gripper_free) (not (gripping ?i))))
  (:action pull_drawer
    :parameters (?d - dresser_drawer)
    :precondition (and (gripper_free) (not (pulled_out ?d)))
    :effect (pulled_out ?d))
  (:action push_drawer
    :parameters (?d - dresser_drawer)
    :precondition (and (gripper_free) (pulled_out ?d))
    :effect (not (pulled_out ?d)))
  (:action put_lid
    :parameters (?p - pot)
    :precondition (and (gripper_free) (not (covered ?p)))
    :effect (covered ?p))
  (:action take_lid
    :parameters (?p - pot)
    :precondition (and (gripper_free) (covered ?p))
    :effect (not (covered ?p)))
  (:action rinse_off
    :parameters (?c - crock ?s - spot)
    :precondition (and (rests_at ?c ?s) (washing_place ?s) (soiled ?c))
    :effect (not (soiled ?c)))
  (:action light_off
    :parameters (?l - light)
    :precondition (not (dark ?l))
    :effect (dark ?l))
  (:action light_on
    :parameters (?l - light)
    :precondition (dark ?l)
    :effect (not (dark ?l)))
)
