(define (domain fourth_floor_balcony)
  (:requirements :strips :typing :negative-preconditions)
  (:types zone thing - object
          surface line - zone
          movable fitting - thing
          chair laundry cushion pottery dish - movable
          shade door lights feeder barbecue - fitting)
  (:predicates
    (location ?x - movable ?z - zone)
    (collapsed ?c - chair)
    (wet ?l - laundry)
    (needs-water ?p - pottery)
    (furled ?s - shade)
    (ajar ?d - door)
    (aglow ?l - lights)
    (stocked ?f - feeder)
    (hot ?b - barbecue)
    (sooty ?b - barbecue)
  )
  (:action carry
    :parameters (?x - movable ?a - zone ?b - zone)
    :precondition (location ?x ?a)
    :effect (and (not (location ?x ?a)) (location ?x ?b)))
  (:action fold-up
    :parameters (?c - chair)
    :precondition (not (collapsed ?c))
    :effect (collapsed ?c))
  (:action unfold
    :parameters (?c - chair)
    :precondition (collapsed ?c)
    :effect (not (collapsed ?c)))
  (:action dry-on-line
    :parameters (?l - laundry ?w - line)
    :precondition (and (location ?l ?w) (wet ?l))
    :effect (not (wet ?l)))
  (:action sprinkle
    :parameters (?p - pottery)
    :precondition (needs-water ?p)
    :effect (not (needs-water ?p)))
  (:action spread
    :parameters (?s - shade)
    :precondition (furled ?s)
    :effect (not (furled ?s)))
  (:action furl
    :parameters (?s - shade)
    :precondition (not (furled ?s))
    :effect (furled ?s))
  (:action slide-open
    :parameters (?d - door)
    :precondition (not (ajar ?d))
    :effect (ajar ?d))
  (:action slide-shut
    :parameters (?d - door)
    :precondition (ajar ?d)
    :effect (not (ajar ?d)))
  (:action twinkle
    :parameters (?l - lights)
    :precondition (not (aglow ?l))
    :effect (aglow ?l))
  (:action darken
    :parameters (?l - lights)
    :precondition (aglow ?l)
    :effect (not (aglow ?l)))
  (:action restock
    :parameters (?f - feeder)
    :precondition (not (stocked ?f))
    :effect (stocked ?f))
  (:action fire-up
    :parameters (?b - barbecue)
    :precondition (and (not (hot ?b)) (not (sooty ?b)))
    :effect (hot ?b))
  (:action scour
    :parameters (?b - barbecue)
    :precondition (and (sooty ?b) (not (hot ?b)))
    :effect (not (sooty ?b))))
