(define (domain henhollow_farm)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item animal door fire - object
          washbasin - fixture
          dish food - item
          jug bowl - dish)
  (:predicates
    (robot-in ?r - room)
    (stands ?f - fixture ?r - room)
    (hearth-of ?s - fire ?r - room)
    (links ?d - door ?a - room ?b - room)
    (shut ?d - door)
    (lies ?i - item ?f - fixture)
    (carries ?i - item)
    (hands-full)
    (roams ?x - animal ?r - room)
    (fed ?x - animal)
    (burning ?s - fire)
    (mucky ?d - dish)
    (brimming ?j - jug))
  (:action go
    :parameters (?a - room ?d - door ?b - room)
    :precondition (and (robot-in ?a) (links ?d ?a ?b) (not (shut ?d)))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action open-door
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-in ?a) (links ?d ?a ?b) (shut ?d))
    :effect (not (shut ?d)))
  (:action shut-door
    :parameters (?d - door ?a - room ?b - room)
    :precondition (and (robot-in ?a) (links ?d ?a ?b) (not (shut ?d)))
    :effect (shut ?d))
  (:action lift
    :parameters (?i - item ?f - fixture ?r - room)
    :precondition (and (robot-in ?r) (stands ?f ?r) (lies ?i ?f) (not (hands-full)))
    :effect (and (carries ?i) (hands-full) (not (lies ?i ?f))))
  (:action lay
    :parameters (?i - item ?f - fixture ?r - room)
    :precondition (and (robot-in ?r) (stands ?f ?r) (carries ?i))
    :effect (and (lies ?i ?f) (not (carries ?i)) (not (hands-full))))
  (:action shoo
    :parameters (?x - animal ?a - room ?d - door ?b - room)
    :precondition (and (robot-in ?a) (roams ?x ?a) (links ?d ?a ?b) (not (shut ?d)))
    :effect (and (roams ?x ?b) (not (roams ?x ?a))))
  (:action call
    :parameters (?x - animal ?a - room ?d - door ?b - room)
    :precondition (and (robot-in ?b) (roams ?x ?a) (links ?d ?a ?b) (not (shut ?d)))
    :effect (and (roams ?x ?b) (not (roams ?x ?a))))
  (:action feed
    :parameters (?x - animal ?r - room)
    :precondition (and (robot-in ?r) (roams ?x ?r) (not (fed ?x)))
    :effect (fed ?x))
  (:action kindle
    :parameters (?s - fire ?r - room)
    :precondition (and (robot-in ?r) (hearth-of ?s ?r) (not (burning ?s)))
    :effect (burning ?s))
  (:action douse
    :parameters (?s - fire ?r - room)
    :precondition (and (robot-in ?r) (hearth-of ?s ?r) (burning ?s))
    :effect (not (burning ?s)))
  (:action scrub
    :parameters (?d - dish ?w - washbasin ?r - room)
    :precondition (and (robot-in ?r) (stands ?w ?r) (lies ?d ?w) (mucky ?d))
    :effect (not (mucky ?d)))
  (:action fill
    :parameters (?j - jug ?w - washbasin ?r - room)
    :precondition (and (robot-in ?r) (stands ?w ?r) (lies ?j ?w) (not (brimming ?j)))
    :effect (brimming ?j))
)
