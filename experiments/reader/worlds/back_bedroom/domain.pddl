(define (domain back_bedroom)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixed loose - object
          furniture lamp curtain bed - fixed
          cabinet seat - furniture
          garment clock phone - loose)
  (:predicates
    (robot-in ?r - room)
    (in-room ?r - room ?x - fixed)
    (located ?x - loose ?f - furniture)
    (carrying ?x - loose)
    (laden)
    (closed ?f - furniture)
    (unmade ?b - bed)
    (drawn ?c - curtain)
    (off ?l - lamp)
    (crumpled ?g - garment)
    (alarm-set ?c - clock)
    (charged ?p - phone))
  (:action walk
    :parameters (?from - room ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick-up
    :parameters (?x - loose ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?f) (located ?x ?f) (not (closed ?f)) (not (laden)))
    :effect (and (carrying ?x) (laden) (not (located ?x ?f))))
  (:action put-down
    :parameters (?x - loose ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?f) (carrying ?x) (not (closed ?f)))
    :effect (and (located ?x ?f) (not (carrying ?x)) (not (laden))))
  (:action open-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?c) (closed ?c))
    :effect (not (closed ?c)))
  (:action close-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?c) (not (closed ?c)))
    :effect (closed ?c))
  (:action make-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?b) (unmade ?b) (not (laden)))
    :effect (not (unmade ?b)))
  (:action draw
    :parameters (?c - curtain ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?c) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action draw-back
    :parameters (?c - curtain ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?c) (drawn ?c))
    :effect (not (drawn ?c)))
  (:action turn-on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?l) (off ?l))
    :effect (not (off ?l)))
  (:action turn-off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?l) (not (off ?l)))
    :effect (off ?l))
  (:action press
    :parameters (?g - garment)
    :precondition (and (carrying ?g) (crumpled ?g))
    :effect (not (crumpled ?g)))
  (:action set-alarm
    :parameters (?c - clock ?f - seat ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?f) (located ?c ?f) (not (alarm-set ?c)))
    :effect (alarm-set ?c))
  (:action cancel-alarm
    :parameters (?c - clock ?f - seat ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?f) (located ?c ?f) (alarm-set ?c))
    :effect (not (alarm-set ?c)))
  (:action charge
    :parameters (?p - phone ?f - seat ?r - room)
    :precondition (and (robot-in ?r) (in-room ?r ?f) (located ?p ?f) (not (charged ?p)))
    :effect (charged ?p)))
