; A shared house of four students: a one-armed service robot that gets everywhere in the house by itself.
(define (domain sharehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room furnishing item bin door window housemate - object
    dish - item)
  (:predicates
    (located ?i - item ?f - furnishing)
    (carrying ?i - item)
    (arm-idle)
    (in-hands-of ?i - item ?h - housemate)
    (grimy ?d - dish)
    (overflowing ?b - bin)
    (bolted ?d - door)
    (ajar ?w - window)
    (lit ?r - room)                ; the light is on
    (floor-dirty ?r - room)
    ; never changed
    (has-water ?f - furnishing))

  (:action grab
    :parameters (?i - item ?f - furnishing)
    :precondition (and (located ?i ?f) (arm-idle))
    :effect (and (carrying ?i) (not (located ?i ?f)) (not (arm-idle))))

  (:action set-down
    :parameters (?i - item ?f - furnishing)
    :precondition (carrying ?i)
    :effect (and (located ?i ?f) (arm-idle) (not (carrying ?i))))

  (:action hand-over
    :parameters (?i - item ?h - housemate)
    :precondition (carrying ?i)
    :effect (and (in-hands-of ?i ?h) (arm-idle) (not (carrying ?i))))

  (:action collect-from
    :parameters (?i - item ?h - housemate)
    :precondition (and (in-hands-of ?i ?h) (arm-idle))
    :effect (and (carrying ?i) (not (in-hands-of ?i ?h)) (not (arm-idle))))

  (:action wash-up
    :parameters (?d - dish ?f - furnishing)
    :precondition (and (has-water ?f) (located ?d ?f) (grimy ?d) (arm-idle))
    :effect (not (grimy ?d)))

  (:action empty-bin
    :parameters (?b - bin)
    :precondition (and (overflowing ?b) (arm-idle))
    :effect (not (overflowing ?b)))

  (:action bolt-door
    :parameters (?d - door)
    :precondition (and (arm-idle) (not (bolted ?d)))
    :effect (bolted ?d))

  (:action unbolt-door
    :parameters (?d - door)
    :precondition (and (arm-idle) (bolted ?d))
    :effect (not (bolted ?d)))

  (:action push-window-open
    :parameters (?w - window)
    :precondition (and (arm-idle) (not (ajar ?w)))
    :effect (ajar ?w))

  (:action pull-window-shut
    :parameters (?w - window)
    :precondition (and (arm-idle) (ajar ?w))
    :effect (not (ajar ?w)))

  (:action light-on
    :parameters (?r - room)
    :precondition (not (lit ?r))
    :effect (lit ?r))

  (:action light-off
    :parameters (?r - room)
    :precondition (lit ?r)
    :effect (not (lit ?r)))

  (:action clean-floor
    :parameters (?r - room)
    :precondition (and (floor-dirty ?r) (arm-idle))
    :effect (not (floor-dirty ?r)))
)
