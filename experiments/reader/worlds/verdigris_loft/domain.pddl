(define (domain verdigris_loft)
  (:requirements :strips :typing :negative-preconditions)
  (:types item surface drawer easel window appliance bed - object
          canvas brush jar tube palette mug pot - item
          lamp - appliance)
  (:predicates
    (sits ?i - item ?s - surface)
    (within ?i - item ?c - object)
    (slim ?i - item)
    (hollow ?c - object)
    (mounted ?c - canvas ?e - easel)
    (bare ?e - easel)
    (clogged ?b - brush)
    (murky ?j - jar)
    (capped ?t - tube)
    (dabbed-on ?t - tube ?p - palette)
    (ajar ?w - window)
    (powered ?a - appliance)
    (folded ?b - bed)
    (in-hand ?i - item)
    (hand-idle))
  (:action take
    :parameters (?i - item ?s - surface)
    :precondition (and (sits ?i ?s) (hand-idle))
    :effect (and (in-hand ?i) (not (sits ?i ?s)) (not (hand-idle))))
  (:action place
    :parameters (?i - item ?s - surface)
    :precondition (in-hand ?i)
    :effect (and (sits ?i ?s) (hand-idle) (not (in-hand ?i))))
  (:action pull-out
    :parameters (?i - item ?c - object)
    :precondition (and (within ?i ?c) (hand-idle))
    :effect (and (in-hand ?i) (not (within ?i ?c)) (not (hand-idle))))
  (:action slip-in
    :parameters (?i - item ?c - object)
    :precondition (and (in-hand ?i) (slim ?i) (hollow ?c))
    :effect (and (within ?i ?c) (hand-idle) (not (in-hand ?i))))
  (:action rinse-brush
    :parameters (?b - brush ?j - jar)
    :precondition (and (in-hand ?b) (clogged ?b) (not (murky ?j)))
    :effect (and (not (clogged ?b)) (murky ?j)))
  (:action change-water
    :parameters (?j - jar)
    :precondition (and (in-hand ?j) (murky ?j))
    :effect (not (murky ?j)))
  (:action screw-cap
    :parameters (?t - tube)
    :precondition (and (in-hand ?t) (not (capped ?t)))
    :effect (capped ?t))
  (:action unscrew-cap
    :parameters (?t - tube)
    :precondition (and (in-hand ?t) (capped ?t))
    :effect (not (capped ?t)))
  (:action squeeze
    :parameters (?t - tube ?p - palette)
    :precondition (and (in-hand ?t) (not (capped ?t)))
    :effect (dabbed-on ?t ?p))
  (:action mount
    :parameters (?c - canvas ?e - easel)
    :precondition (and (in-hand ?c) (bare ?e))
    :effect (and (mounted ?c ?e) (hand-idle) (not (bare ?e)) (not (in-hand ?c))))
  (:action dismount
    :parameters (?c - canvas ?e - easel)
    :precondition (and (mounted ?c ?e) (hand-idle))
    :effect (and (in-hand ?c) (bare ?e) (not (mounted ?c ?e)) (not (hand-idle))))
  (:action open-window
    :parameters (?w - window)
    :precondition (not (ajar ?w))
    :effect (ajar ?w))
  (:action close-window
    :parameters (?w - window)
    :precondition (ajar ?w)
    :effect (not (ajar ?w)))
  (:action start
    :parameters (?a - appliance)
    :precondition (not (powered ?a))
    :effect (powered ?a))
  (:action stop
    :parameters (?a - appliance)
    :precondition (powered ?a)
    :effect (not (powered ?a)))
  (:action fold-up
    :parameters (?b - bed)
    :precondition (not (folded ?b))
    :effect (folded ?b)))
