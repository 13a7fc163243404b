(define (domain farmhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    spot entity - object
    standing small - entity
    shelfish flame beast hinged - standing
    gate chest - hinged
    food pot bedding - small)
  (:predicates
    (whereabouts ?p - spot)
    (found_in ?s - standing ?p - spot)
    (set_upon ?m - small ?t - shelfish)
    (stowed_in ?m - small ?c - chest)
    (gaping ?h - hinged)
    (bolted ?h - hinged)
    (lit ?f - flame)
    (fed ?b - beast)
    (bears ?m - small)
    (unburdened))
  (:action tread
    :parameters (?from - spot ?to - spot)
    :precondition (whereabouts ?from)
    :effect (and (not (whereabouts ?from)) (whereabouts ?to)))
  (:action take_up
    :parameters (?m - small ?t - shelfish ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?t ?p) (set_upon ?m ?t) (unburdened))
    :effect (and (bears ?m) (not (set_upon ?m ?t)) (not (unburdened))))
  (:action set_down
    :parameters (?m - small ?t - shelfish ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?t ?p) (bears ?m))
    :effect (and (set_upon ?m ?t) (unburdened) (not (bears ?m))))
  (:action draw_out
    :parameters (?m - small ?c - chest ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?c ?p) (stowed_in ?m ?c) (gaping ?c) (unburdened))
    :effect (and (bears ?m) (not (stowed_in ?m ?c)) (not (unburdened))))
  (:action stow
    :parameters (?m - small ?c - chest ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?c ?p) (bears ?m) (gaping ?c))
    :effect (and (stowed_in ?m ?c) (unburdened) (not (bears ?m))))
  (:action open_up
    :parameters (?h - hinged ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?h ?p) (not (gaping ?h)) (not (bolted ?h)))
    :effect (gaping ?h))
  (:action pull_to
    :parameters (?h - hinged ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?h ?p) (gaping ?h))
    :effect (not (gaping ?h)))
  (:action bolt
    :parameters (?g - gate ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?g ?p) (not (gaping ?g)) (not (bolted ?g)))
    :effect (bolted ?g))
  (:action unbolt
    :parameters (?g - gate ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?g ?p) (bolted ?g))
    :effect (not (bolted ?g)))
  (:action kindle
    :parameters (?f - flame ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?f ?p) (not (lit ?f)))
    :effect (lit ?f))
  (:action snuff
    :parameters (?f - flame ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?f ?p) (lit ?f))
    :effect (not (lit ?f)))
  (:action feed
    :parameters (?b - beast ?p - spot)
    :precondition (and (whereabouts ?p) (found_in ?b ?p) (not (fed ?b)))
    :effect (fed ?b)))
