(define (domain studio9)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area fixture movable colour - object
    furniture light blind plant sink coffee_maker charger hanging_spot - fixture
    support storage - furniture
    camera lens battery mug print can grocery - movable)
  (:predicates
    (robot_in ?a - area)
    (adjacent ?a ?b - area)
    (stands ?x - fixture ?a - area)
    (empty_handed)
    (carrying ?m - movable)
    (lies_at ?m - movable ?f - furniture)
    (shut ?f - furniture)
    (lit ?l - light)
    (lowered ?b - blind)
    (thirsty ?p - plant)
    (attached ?l - lens ?c - camera)
    (bare ?c - camera)
    (charged ?b - battery)
    (dirty ?m - mug)
    (has_coffee ?m - mug)
    (hanging ?p - print ?h - hanging_spot)
    (coloured ?o - object ?c - colour))
  (:action move
    :parameters (?from ?to - area)
    :precondition (and (robot_in ?from) (adjacent ?from ?to))
    :effect (and (robot_in ?to) (not (robot_in ?from))))
  (:action grab
    :parameters (?m - movable ?f - furniture ?a - area)
    :precondition (and (robot_in ?a) (stands ?f ?a) (lies_at ?m ?f) (not (shut ?f)) (empty_handed))
    :effect (and (carrying ?m) (not (lies_at ?m ?f)) (not (empty_handed))))
  (:action place
    :parameters (?m - movable ?f - furniture ?a - area)
    :precondition (and (robot_in ?a) (stands ?f ?a) (not (shut ?f)) (carrying ?m))
    :effect (and (lies_at ?m ?f) (empty_handed) (not (carrying ?m))))
  (:action open_up
    :parameters (?s - storage ?a - area)
    :precondition (and (robot_in ?a) (stands ?s ?a) (shut ?s))
    :effect (not (shut ?s)))
  (:action close_up
    :parameters (?s - storage ?a - area)
    :precondition (and (robot_in ?a) (stands ?s ?a) (not (shut ?s)))
    :effect (shut ?s))
  (:action light_on
    :parameters (?l - light ?a - area)
    :precondition (and (robot_in ?a) (stands ?l ?a) (not (lit ?l)))
    :effect (lit ?l))
  (:action light_off
    :parameters (?l - light ?a - area)
    :precondition (and (robot_in ?a) (stands ?l ?a) (lit ?l))
    :effect (not (lit ?l)))
  (:action lower_blind
    :parameters (?b - blind ?a - area)
    :precondition (and (robot_in ?a) (stands ?b ?a) (not (lowered ?b)))
    :effect (lowered ?b))
  (:action raise_blind
    :parameters (?b - blind ?a - area)
    :precondition (and (robot_in ?a) (stands ?b ?a) (lowered ?b))
    :effect (not (lowered ?b)))
  (:action water
    :parameters (?p - plant ?c - can ?a - area)
    :precondition (and (robot_in ?a) (stands ?p ?a) (carrying ?c) (thirsty ?p))
    :effect (not (thirsty ?p)))
  (:action attach_lens
    :parameters (?l - lens ?c - camera ?f - furniture ?a - area)
    :precondition (and (robot_in ?a) (stands ?f ?a) (lies_at ?c ?f) (not (shut ?f)) (carrying ?l) (bare ?c))
    :effect (and (attached ?l ?c) (empty_handed) (not (carrying ?l)) (not (bare ?c))))
  (:action detach_lens
    :parameters (?l - lens ?c - camera ?f - furniture ?a - area)
    :precondition (and (robot_in ?a) (stands ?f ?a) (lies_at ?c ?f) (not (shut ?f)) (attached ?l ?c) (empty_handed))
    :effect (and (carrying ?l) (bare ?c) (not (attached ?l ?c)) (not (empty_handed))))
  (:action charge
    :parameters (?b - battery ?ch - charger ?a - area)
    :precondition (and (robot_in ?a) (stands ?ch ?a) (carrying ?b) (not (charged ?b)))
    :effect (charged ?b))
  (:action rinse
    :parameters (?m - mug ?s - sink ?a - area)
    :precondition (and (robot_in ?a) (stands ?s ?a) (carrying ?m) (dirty ?m))
    :effect (not (dirty ?m)))
  (:action brew
    :parameters (?m - mug ?k - coffee_maker ?a - area)
    :precondition (and (robot_in ?a) (stands ?k ?a) (carrying ?m) (not (dirty ?m)) (not (has_coffee ?m)))
    :effect (has_coffee ?m))
  (:action hang
    :parameters (?p - print ?h - hanging_spot ?a - area)
    :precondition (and (robot_in ?a) (stands ?h ?a) (carrying ?p))
    :effect (and (hanging ?p ?h) (empty_handed) (not (carrying ?p)))))
