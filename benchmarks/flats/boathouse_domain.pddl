(define (domain boathouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area thing - object
    fixture movable - thing
    stand hanger lockable device mast - fixture
    door cupboard - lockable
    boat hangable trophy flag float supply - movable
    kayak - boat
    oar vest rope - hangable)
  (:predicates
    (agent-at ?a - area)
    (stands ?f - fixture ?a - area)
    (rests-on ?m - movable ?s - stand)
    (hangs-on ?m - hangable ?h - hanger)
    (lies-in ?m - movable ?c - cupboard)
    (shut ?l - lockable)
    (padlocked ?l - lockable)
    (plugged ?d - device)
    (hoisted ?f - flag)
    (coiled ?r - rope)
    (inflated ?f - float)
    (polished ?t - trophy)
    (varnished ?b - boat)
    (carries ?m - movable)
    (unladen))
  (:action walk
    :parameters (?from - area ?to - area)
    :precondition (agent-at ?from)
    :effect (and (not (agent-at ?from)) (agent-at ?to)))
  (:action lift
    :parameters (?m - movable ?s - stand ?a - area)
    :precondition (and (agent-at ?a) (stands ?s ?a) (rests-on ?m ?s) (unladen))
    :effect (and (carries ?m) (not (rests-on ?m ?s)) (not (unladen))))
  (:action lay
    :parameters (?m - movable ?s - stand ?a - area)
    :precondition (and (agent-at ?a) (stands ?s ?a) (carries ?m))
    :effect (and (rests-on ?m ?s) (unladen) (not (carries ?m))))
  (:action unhook
    :parameters (?m - hangable ?h - hanger ?a - area)
    :precondition (and (agent-at ?a) (stands ?h ?a) (hangs-on ?m ?h) (unladen))
    :effect (and (carries ?m) (not (hangs-on ?m ?h)) (not (unladen))))
  (:action hang
    :parameters (?m - hangable ?h - hanger ?a - area)
    :precondition (and (agent-at ?a) (stands ?h ?a) (carries ?m))
    :effect (and (hangs-on ?m ?h) (unladen) (not (carries ?m))))
  (:action fetch
    :parameters (?m - movable ?c - cupboard ?a - area)
    :precondition (and (agent-at ?a) (stands ?c ?a) (lies-in ?m ?c) (not (shut ?c)) (unladen))
    :effect (and (carries ?m) (not (lies-in ?m ?c)) (not (unladen))))
  (:action put-away
    :parameters (?m - movable ?c - cupboard ?a - area)
    :precondition (and (agent-at ?a) (stands ?c ?a) (carries ?m) (not (shut ?c)))
    :effect (and (lies-in ?m ?c) (unladen) (not (carries ?m))))
  (:action pull-open
    :parameters (?l - lockable ?a - area)
    :precondition (and (agent-at ?a) (stands ?l ?a) (shut ?l) (not (padlocked ?l)))
    :effect (not (shut ?l)))
  (:action push-shut
    :parameters (?l - lockable ?a - area)
    :precondition (and (agent-at ?a) (stands ?l ?a) (not (shut ?l)))
    :effect (shut ?l))
  (:action padlock
    :parameters (?l - lockable ?a - area)
    :precondition (and (agent-at ?a) (stands ?l ?a) (shut ?l) (not (padlocked ?l)))
    :effect (padlocked ?l))
  (:action take-padlock-off
    :parameters (?l - lockable ?a - area)
    :precondition (and (agent-at ?a) (stands ?l ?a) (padlocked ?l))
    :effect (not (padlocked ?l)))
  (:action plug-in
    :parameters (?d - device ?a - area)
    :precondition (and (agent-at ?a) (stands ?d ?a) (not (plugged ?d)))
    :effect (plugged ?d))
  (:action unplug
    :parameters (?d - device ?a - area)
    :precondition (and (agent-at ?a) (stands ?d ?a) (plugged ?d))
    :effect (not (plugged ?d)))
  (:action hoist
    :parameters (?f - flag ?p - mast ?a - area)
    :precondition (and (agent-at ?a) (stands ?p ?a) (carries ?f))
    :effect (and (hoisted ?f) (unladen) (not (carries ?f))))
  (:action haul-down
    :parameters (?f - flag ?p - mast ?a - area)
    :precondition (and (agent-at ?a) (stands ?p ?a) (hoisted ?f) (unladen))
    :effect (and (carries ?f) (not (hoisted ?f)) (not (unladen))))
  (:action coil
    :parameters (?r - rope)
    :precondition (and (carries ?r) (not (coiled ?r)))
    :effect (coiled ?r))
  (:action inflate
    :parameters (?f - float)
    :precondition (and (carries ?f) (not (inflated ?f)))
    :effect (inflated ?f))
  (:action deflate
    :parameters (?f - float)
    :precondition (and (carries ?f) (inflated ?f))
    :effect (not (inflated ?f)))
  (:action polish
    :parameters (?t - trophy)
    :precondition (and (carries ?t) (not (polished ?t)))
    :effect (polished ?t))
  (:action varnish
    :parameters (?b - boat ?s - stand ?a - area)
    :precondition (and (agent-at ?a) (stands ?s ?a) (rests-on ?b ?s) (not (varnished ?b)))
    :effect (varnished ?b)))
