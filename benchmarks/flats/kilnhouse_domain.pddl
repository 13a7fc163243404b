(define (domain kilnhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room item locatable - object
    fixture person - locatable
    surface opening basin appliance plant - fixture
    container door window - opening
    kiln-oven - container
    dish watering-tool - item)
  (:predicates
    (robot-at ?r - room)
    (located ?x - locatable ?r - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (gripper-free)
    (has ?p - person ?i - item)
    (is-open ?o - opening)
    (locked ?d - opening)
    (powered ?f - fixture)
    (clean ?d - dish)
    (watered ?p - plant))
  (:action move
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (on ?i ?s) (gripper-free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (gripper-free))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (in ?i ?c) (is-open ?c) (gripper-free))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (gripper-free))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (located ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (gripper-free) (not (holding ?i))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (located ?c ?r) (holding ?i) (is-open ?c))
    :effect (and (in ?i ?c) (gripper-free) (not (holding ?i))))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (gripper-free) (not (holding ?i))))
  (:action open-it
    :parameters (?o - opening ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (gripper-free) (not (is-open ?o)) (not (powered ?o)) (not (locked ?o)))
    :effect (and (is-open ?o)))
  (:action close-it
    :parameters (?o - opening ?r - room)
    :precondition (and (robot-at ?r) (located ?o ?r) (gripper-free) (is-open ?o))
    :effect (and (not (is-open ?o))))
  (:action lock-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (not (is-open ?d)) (not (locked ?d)))
    :effect (and (locked ?d)))
  (:action unlock-door
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (located ?d ?r) (locked ?d))
    :effect (and (not (locked ?d))))
  (:action turn-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-at ?r) (located ?a ?r) (not (powered ?a)))
    :effect (and (powered ?a)))
  (:action turn-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot-at ?r) (located ?a ?r) (powered ?a))
    :effect (and (not (powered ?a))))
  (:action start-kiln
    :parameters (?k - kiln-oven ?r - room)
    :precondition (and (robot-at ?r) (located ?k ?r) (not (is-open ?k)) (not (powered ?k)))
    :effect (and (powered ?k)))
  (:action stop-kiln
    :parameters (?k - kiln-oven ?r - room)
    :precondition (and (robot-at ?r) (located ?k ?r) (powered ?k))
    :effect (and (not (powered ?k))))
  (:action wash
    :parameters (?d - dish ?b - basin ?r - room)
    :precondition (and (robot-at ?r) (located ?b ?r) (holding ?d) (not (clean ?d)))
    :effect (and (clean ?d)))
  (:action water-plant
    :parameters (?p - plant ?w - watering-tool ?r - room)
    :precondition (and (robot-at ?r) (located ?p ?r) (holding ?w) (not (watered ?p)))
    :effect (and (watered ?p))))
