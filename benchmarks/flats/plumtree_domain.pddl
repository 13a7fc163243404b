(define (domain plumtree)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room being fitting portable - object
    person cat - being
    surface storage blind appliance - fitting
    plant cushion gadget can food - portable)
  (:predicates
    (in_room ?r - room)
    (leads_to ?a - room ?b - room)
    (stands_in ?f - fitting ?r - room)
    (whereabouts ?b - being ?r - room)
    (has_tap ?r - room)
    (has_socket ?s - surface)
    (hand_free)
    (carrying ?x - portable)
    (resting_on ?x - portable ?s - surface)
    (inside ?x - portable ?c - storage)
    (with_person ?x - portable ?p - person)
    (is_open ?c - storage)
    (running ?a - appliance)
    (lowered ?b - blind)
    (full ?c - can)
    (watered ?p - plant)
    (fed ?c - cat)
    (charging ?x - portable))

  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (in_room ?a) (leads_to ?a ?b))
    :effect (and (in_room ?b) (not (in_room ?a))))

  (:action lift
    :parameters (?x - portable ?s - surface ?r - room)
    :precondition (and (in_room ?r) (stands_in ?s ?r) (resting_on ?x ?s) (hand_free))
    :effect (and (carrying ?x) (not (resting_on ?x ?s)) (not (hand_free)) (not (charging ?x))))

  (:action set_down
    :parameters (?x - portable ?s - surface ?r - room)
    :precondition (and (in_room ?r) (stands_in ?s ?r) (carrying ?x))
    :effect (and (resting_on ?x ?s) (hand_free) (not (carrying ?x))))

  (:action fetch_out
    :parameters (?x - portable ?c - storage ?r - room)
    :precondition (and (in_room ?r) (stands_in ?c ?r) (is_open ?c) (inside ?x ?c) (hand_free))
    :effect (and (carrying ?x) (not (inside ?x ?c)) (not (hand_free))))

  (:action put_away
    :parameters (?x - portable ?c - storage ?r - room)
    :precondition (and (in_room ?r) (stands_in ?c ?r) (is_open ?c) (carrying ?x))
    :effect (and (inside ?x ?c) (hand_free) (not (carrying ?x))))

  (:action open_storage
    :parameters (?c - storage ?r - room)
    :precondition (and (in_room ?r) (stands_in ?c ?r) (hand_free) (not (is_open ?c)))
    :effect (is_open ?c))

  (:action close_storage
    :parameters (?c - storage ?r - room)
    :precondition (and (in_room ?r) (stands_in ?c ?r) (hand_free) (is_open ?c))
    :effect (not (is_open ?c)))

  (:action turn_on
    :parameters (?a - appliance ?r - room)
    :precondition (and (in_room ?r) (stands_in ?a ?r) (not (running ?a)))
    :effect (running ?a))

  (:action turn_off
    :parameters (?a - appliance ?r - room)
    :precondition (and (in_room ?r) (stands_in ?a ?r) (running ?a))
    :effect (not (running ?a)))

  (:action lower_blind
    :parameters (?b - blind ?r - room)
    :precondition (and (in_room ?r) (stands_in ?b ?r) (hand_free) (not (lowered ?b)))
    :effect (lowered ?b))

  (:action raise_blind
    :parameters (?b - blind ?r - room)
    :precondition (and (in_room ?r) (stands_in ?b ?r) (hand_free) (lowered ?b))
    :effect (not (lowered ?b)))

  (:action fill_can
    :parameters (?c - can ?r - room)
    :precondition (and (in_room ?r) (has_tap ?r) (carrying ?c) (not (full ?c)))
    :effect (full ?c))

  (:action water_plant
    :parameters (?p - plant ?c - can ?s - surface ?r - room)
    :precondition (and (in_room ?r) (stands_in ?s ?r) (resting_on ?p ?s) (carrying ?c) (full ?c) (not (watered ?p)))
    :effect (watered ?p))

  (:action feed
    :parameters (?c - cat ?f - food ?r - room)
    :precondition (and (in_room ?r) (whereabouts ?c ?r) (carrying ?f) (not (fed ?c)))
    :effect (fed ?c))

  (:action hand_to
    :parameters (?x - portable ?p - person ?r - room)
    :precondition (and (in_room ?r) (whereabouts ?p ?r) (carrying ?x))
    :effect (and (with_person ?x ?p) (hand_free) (not (carrying ?x))))

  (:action plug_in
    :parameters (?g - gadget ?s - surface ?r - room)
    :precondition (and (in_room ?r) (stands_in ?s ?r) (has_socket ?s) (resting_on ?g ?s) (hand_free) (not (charging ?g)))
    :effect (charging ?g)))
