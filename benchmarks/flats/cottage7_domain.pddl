(define (domain cottage7)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area thing landmark - object
    spot plant animal person curtains gate flame washing_line - landmark
    basin - spot
    flower crop - plant
    stove - flame
    washable can lighter feed - thing
    cup laundry - washable)
  (:predicates
    (robot_at ?a - area)
    (path ?a - area ?b - area)
    (found_in ?l - landmark ?a - area)
    (at ?t - thing ?s - spot)
    (carrying ?t - thing)
    (free_handed)
    (given ?t - thing ?p - person)
    (owned_by ?t - thing ?p - person)
    (eats ?n - animal ?f - feed)
    (fed ?n - animal)
    (watered ?p - plant)
    (picked ?c - crop)
    (burning ?f - flame)
    (drawn ?c - curtains)
    (shut ?g - gate)
    (soiled ?w - washable)
    (hung_out ?l - laundry)
    (tea_in ?c - cup))

  (:action walk
    :parameters (?a - area ?b - area)
    :precondition (and (robot_at ?a) (path ?a ?b))
    :effect (and (robot_at ?b) (not (robot_at ?a))))
  (:action take
    :parameters (?t - thing ?s - spot ?a - area)
    :precondition (and (robot_at ?a) (found_in ?s ?a) (at ?t ?s) (free_handed))
    :effect (and (carrying ?t) (not (at ?t ?s)) (not (free_handed))))
  (:action put
    :parameters (?t - thing ?s - spot ?a - area)
    :precondition (and (robot_at ?a) (found_in ?s ?a) (carrying ?t))
    :effect (and (at ?t ?s) (free_handed) (not (carrying ?t))))
  (:action give
    :parameters (?t - thing ?p - person ?a - area)
    :precondition (and (robot_at ?a) (found_in ?p ?a) (carrying ?t))
    :effect (and (given ?t ?p) (free_handed) (not (carrying ?t))))
  (:action water
    :parameters (?p - plant ?c - can ?a - area)
    :precondition (and (robot_at ?a) (found_in ?p ?a) (carrying ?c))
    :effect (watered ?p))
  (:action pick
    :parameters (?c - crop ?a - area)
    :precondition (and (robot_at ?a) (found_in ?c ?a) (free_handed) (not (picked ?c)))
    :effect (picked ?c))
  (:action feed_animal
    :parameters (?n - animal ?f - feed ?a - area)
    :precondition (and (robot_at ?a) (found_in ?n ?a) (eats ?n ?f) (carrying ?f))
    :effect (fed ?n))
  (:action light
    :parameters (?f - flame ?m - lighter ?a - area)
    :precondition (and (robot_at ?a) (found_in ?f ?a) (carrying ?m) (not (burning ?f)))
    :effect (burning ?f))
  (:action put_out
    :parameters (?f - flame ?a - area)
    :precondition (and (robot_at ?a) (found_in ?f ?a) (burning ?f))
    :effect (not (burning ?f)))
  (:action draw_curtains
    :parameters (?c - curtains ?a - area)
    :precondition (and (robot_at ?a) (found_in ?c ?a) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action pull_back_curtains
    :parameters (?c - curtains ?a - area)
    :precondition (and (robot_at ?a) (found_in ?c ?a) (drawn ?c))
    :effect (not (drawn ?c)))
  (:action shut_gate
    :parameters (?g - gate ?a - area)
    :precondition (and (robot_at ?a) (found_in ?g ?a) (not (shut ?g)))
    :effect (shut ?g))
  (:action open_gate
    :parameters (?g - gate ?a - area)
    :precondition (and (robot_at ?a) (found_in ?g ?a) (shut ?g))
    :effect (not (shut ?g)))
  (:action wash
    :parameters (?w - washable ?b - basin ?a - area)
    :precondition (and (robot_at ?a) (found_in ?b ?a) (at ?w ?b) (soiled ?w))
    :effect (not (soiled ?w)))
  (:action hang_out
    :parameters (?l - laundry ?w - washing_line ?a - area)
    :precondition (and (robot_at ?a) (found_in ?w ?a) (carrying ?l) (not (soiled ?l)))
    :effect (and (hung_out ?l) (free_handed) (not (carrying ?l))))
  (:action brew_tea
    :parameters (?c - cup ?s - stove ?a - area)
    :precondition (and (robot_at ?a) (found_in ?s ?a) (burning ?s) (carrying ?c) (not (soiled ?c)) (not (tea_in ?c)))
    :effect (tea_in ?c))
)
