(define (domain almshouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    fixture item - thing
    surface openable appliance plant pet - fixture
    box pane - openable
    mug belonging - item)
  (:predicates
    (robot_in ?r - room)
    (in_room ?f - fixture ?r - room)
    (on ?i - item ?s - surface)
    (inside ?i - item ?b - box)
    (open ?o - openable)
    (turned_on ?a - appliance)
    (watered ?p - plant)
    (fed ?c - pet)
    (clean ?m - mug)
    (holding ?i - item)
    (hands_free))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot_in ?from)
    :effect (and (not (robot_in ?from)) (robot_in ?to)))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (in_room ?s ?r) (on ?i ?s) (hands_free))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (hands_free))))
  (:action put_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (in_room ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (hands_free) (not (holding ?i))))
  (:action take_out
    :parameters (?i - item ?b - box ?r - room)
    :precondition (and (robot_in ?r) (in_room ?b ?r) (inside ?i ?b) (open ?b) (hands_free))
    :effect (and (holding ?i) (not (inside ?i ?b)) (not (hands_free))))
  (:action put_away
    :parameters (?i - item ?b - box ?r - room)
    :precondition (and (robot_in ?r) (in_room ?b ?r) (holding ?i) (open ?b))
    :effect (and (inside ?i ?b) (hands_free) (not (holding ?i))))
  (:action open_it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_in ?r) (in_room ?o ?r) (not (open ?o)))
    :effect (open ?o))
  (:action shut_it
    :parameters (?o - openable ?r - room)
    :precondition (and (robot_in ?r) (in_room ?o ?r) (open ?o))
    :effect (not (open ?o)))
  (:action turn_on
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot_in ?r) (in_room ?a ?r) (not (turned_on ?a)))
    :effect (turned_on ?a))
  (:action turn_off
    :parameters (?a - appliance ?r - room)
    :precondition (and (robot_in ?r) (in_room ?a ?r) (turned_on ?a))
    :effect (not (turned_on ?a)))
  (:action water
    :parameters (?p - plant ?r - room)
    :precondition (and (robot_in ?r) (in_room ?p ?r) (not (watered ?p)))
    :effect (watered ?p))
  (:action feed
    :parameters (?c - pet ?r - room)
    :precondition (and (robot_in ?r) (in_room ?c ?r) (not (fed ?c)))
    :effect (fed ?c))
  (:action wash_up
    :parameters (?m - mug)
    :precondition (and (holding ?m) (not (clean ?m)))
    :effect (clean ?m)))
