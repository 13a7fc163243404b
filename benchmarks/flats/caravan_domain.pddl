(define (domain caravan)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    zone item - object
    fixture portable - item
    top machine foldaway closable - fixture
    opening storage - closable
    dish - portable)
  (:predicates
    (robot-in ?z - zone)
    (located ?f - fixture ?z - zone)
    (on-top ?p - portable ?t - top)
    (inside ?p - portable ?s - storage)
    (closed ?c - closable)
    (running ?m - machine)
    (unfolded ?f - foldaway)
    (washed ?d - dish)
    (holding ?p - portable)
    (hands-free))
  (:action move-to
    :parameters (?from - zone ?to - zone)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action grab
    :parameters (?p - portable ?t - top ?z - zone)
    :precondition (and (robot-in ?z) (located ?t ?z) (on-top ?p ?t) (hands-free))
    :effect (and (holding ?p) (not (on-top ?p ?t)) (not (hands-free))))
  (:action put-on
    :parameters (?p - portable ?t - top ?z - zone)
    :precondition (and (robot-in ?z) (located ?t ?z) (holding ?p))
    :effect (and (on-top ?p ?t) (hands-free) (not (holding ?p))))
  (:action take-out
    :parameters (?p - portable ?s - storage ?z - zone)
    :precondition (and (robot-in ?z) (located ?s ?z) (inside ?p ?s) (not (closed ?s)) (hands-free))
    :effect (and (holding ?p) (not (inside ?p ?s)) (not (hands-free))))
  (:action put-in
    :parameters (?p - portable ?s - storage ?z - zone)
    :precondition (and (robot-in ?z) (located ?s ?z) (holding ?p) (not (closed ?s)))
    :effect (and (inside ?p ?s) (hands-free) (not (holding ?p))))
  (:action open
    :parameters (?c - closable ?z - zone)
    :precondition (and (robot-in ?z) (located ?c ?z) (closed ?c))
    :effect (not (closed ?c)))
  (:action close
    :parameters (?c - closable ?z - zone)
    :precondition (and (robot-in ?z) (located ?c ?z) (not (closed ?c)))
    :effect (closed ?c))
  (:action turn-on
    :parameters (?m - machine ?z - zone)
    :precondition (and (robot-in ?z) (located ?m ?z) (not (running ?m)))
    :effect (running ?m))
  (:action turn-off
    :parameters (?m - machine ?z - zone)
    :precondition (and (robot-in ?z) (located ?m ?z) (running ?m))
    :effect (not (running ?m)))
  (:action fold-out
    :parameters (?f - foldaway ?z - zone)
    :precondition (and (robot-in ?z) (located ?f ?z) (not (unfolded ?f)))
    :effect (unfolded ?f))
  (:action fold-up
    :parameters (?f - foldaway ?z - zone)
    :precondition (and (robot-in ?z) (located ?f ?z) (unfolded ?f))
    :effect (not (unfolded ?f)))
  (:action wash
    :parameters (?d - dish)
    :precondition (and (holding ?d) (not (washed ?d)))
    :effect (washed ?d)))
