(define (domain gablehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person colour thing - object
    fixture portable plant - thing
    surface container lamp window - fixture
    tool toy mug utensil - portable
    powertool - tool)
  (:predicates
    (robot_at ?r - room)
    (adjacent ?a ?b - room)
    (located ?f - fixture ?r - room)
    (grows_in ?p - plant ?r - room)
    (person_in ?x - person ?r - room)
    (hand_free)
    (holding ?p - portable)
    (on ?p - portable ?s - surface)
    (inside ?p - portable ?c - container)
    (has ?x - person ?p - portable)
    (lid_open ?c - container)
    (lit ?l - lamp)
    (lights_up ?l - lamp ?s - surface)
    (window_open ?w - window)
    (broken ?t - toy)
    (repair_spot ?s - surface)
    (charging_spot ?s - surface)
    (charged ?t - powertool)
    (dry ?p - plant)
    (sawdust ?r - room)
    (is_broom ?u - utensil)
    (is_watering_can ?u - utensil)
    (owned_by ?p - portable ?x - person)
    (coloured ?p - portable ?c - colour))

  (:action go
    :parameters (?a ?b - room)
    :precondition (and (robot_at ?a) (adjacent ?a ?b))
    :effect (and (not (robot_at ?a)) (robot_at ?b)))
  (:action take_from
    :parameters (?p - portable ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (on ?p ?s) (hand_free))
    :effect (and (not (on ?p ?s)) (not (hand_free)) (holding ?p)))
  (:action put_on
    :parameters (?p - portable ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (holding ?p))
    :effect (and (on ?p ?s) (hand_free) (not (holding ?p))))
  (:action take_out
    :parameters (?p - portable ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (inside ?p ?c) (lid_open ?c) (hand_free))
    :effect (and (not (inside ?p ?c)) (not (hand_free)) (holding ?p)))
  (:action put_inside
    :parameters (?p - portable ?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (holding ?p) (lid_open ?c))
    :effect (and (inside ?p ?c) (hand_free) (not (holding ?p))))
  (:action open_container
    :parameters (?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (hand_free) (not (lid_open ?c)))
    :effect (lid_open ?c))
  (:action shut_container
    :parameters (?c - container ?r - room)
    :precondition (and (robot_at ?r) (located ?c ?r) (hand_free) (lid_open ?c))
    :effect (not (lid_open ?c)))
  (:action switch_on
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot_at ?r) (located ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action switch_off
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot_at ?r) (located ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action open_window
    :parameters (?w - window ?r - room)
    :precondition (and (robot_at ?r) (located ?w ?r) (hand_free) (not (window_open ?w)))
    :effect (window_open ?w))
  (:action shut_window
    :parameters (?w - window ?r - room)
    :precondition (and (robot_at ?r) (located ?w ?r) (hand_free) (window_open ?w))
    :effect (not (window_open ?w)))
  (:action mend
    :parameters (?t - toy ?s - surface ?l - lamp ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (repair_spot ?s) (lights_up ?l ?s) (lit ?l)
                       (on ?t ?s) (hand_free) (broken ?t))
    :effect (not (broken ?t)))
  (:action charge
    :parameters (?t - powertool ?s - surface ?r - room)
    :precondition (and (robot_at ?r) (located ?s ?r) (charging_spot ?s) (on ?t ?s) (hand_free) (not (charged ?t)))
    :effect (charged ?t))
  (:action water
    :parameters (?p - plant ?u - utensil ?r - room)
    :precondition (and (robot_at ?r) (grows_in ?p ?r) (is_watering_can ?u) (holding ?u) (dry ?p))
    :effect (not (dry ?p)))
  (:action sweep
    :parameters (?r - room ?u - utensil)
    :precondition (and (robot_at ?r) (is_broom ?u) (holding ?u) (sawdust ?r))
    :effect (not (sawdust ?r)))
  (:action hand_over
    :parameters (?p - portable ?x - person ?r - room)
    :precondition (and (robot_at ?r) (person_in ?x ?r) (holding ?p))
    :effect (and (has ?x ?p) (hand_free) (not (holding ?p)))))
