(define (domain nurseflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person furniture device blind clock item - object
    surface container - furniture
    washer - container
    rack - surface
    lamp television radio_set - device
    dish garment bag gadget toy book drink card - item
    mug lunchbox - dish)
  (:predicates
    (robot_in ?r - room)
    (next_to ?r1 ?r2 - room)
    (furniture_in ?f - furniture ?r - room)
    (device_in ?d - device ?r - room)
    (blind_in ?b - blind ?r - room)
    (clock_in ?c - clock ?r - room)
    (person_in ?p - person ?r - room)
    (owned_by ?i - item ?p - person)
    (has_sink ?r - room)
    (has_socket ?s - surface)
    (on ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (packed ?i - item ?b - bag)
    (carrying ?i - item)
    (hands_empty)
    (dirty ?i - item)
    (wet ?g - garment)
    (blind_down ?b - blind)
    (turned_on ?d - device)
    (asleep ?p - person)
    (charged ?g - gadget)
    (alarm_set ?c - clock))

  (:action go
    :parameters (?r1 ?r2 - room)
    :precondition (and (robot_in ?r1) (next_to ?r1 ?r2))
    :effect (and (robot_in ?r2) (not (robot_in ?r1))))
  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?s ?r) (on ?i ?s) (hands_empty))
    :effect (and (carrying ?i) (not (on ?i ?s)) (not (hands_empty))))
  (:action set_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?s ?r) (carrying ?i))
    :effect (and (on ?i ?s) (hands_empty) (not (carrying ?i))))
  (:action take_out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?c ?r) (inside ?i ?c) (hands_empty))
    :effect (and (carrying ?i) (not (inside ?i ?c)) (not (hands_empty))))
  (:action put_in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?c ?r) (carrying ?i))
    :effect (and (inside ?i ?c) (hands_empty) (not (carrying ?i))))
  (:action pack
    :parameters (?i - item ?b - bag ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?s ?r) (on ?b ?s) (carrying ?i))
    :effect (and (packed ?i ?b) (hands_empty) (not (carrying ?i))))
  (:action wash_dish
    :parameters (?d - dish ?r - room)
    :precondition (and (robot_in ?r) (has_sink ?r) (carrying ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action launder
    :parameters (?g - garment ?w - washer ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?w ?r) (inside ?g ?w))
    :effect (and (not (dirty ?g)) (wet ?g)))
  (:action let_dry
    :parameters (?g - garment ?k - rack ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?k ?r) (on ?g ?k) (wet ?g))
    :effect (not (wet ?g)))
  (:action lower_blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot_in ?r) (blind_in ?b ?r) (not (blind_down ?b)))
    :effect (blind_down ?b))
  (:action raise_blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot_in ?r) (blind_in ?b ?r) (blind_down ?b))
    :effect (not (blind_down ?b)))
  (:action turn_on
    :parameters (?d - device ?r - room)
    :precondition (and (robot_in ?r) (device_in ?d ?r) (not (turned_on ?d)))
    :effect (turned_on ?d))
  (:action turn_off
    :parameters (?d - device ?r - room)
    :precondition (and (robot_in ?r) (device_in ?d ?r) (turned_on ?d))
    :effect (not (turned_on ?d)))
  (:action wake
    :parameters (?p - person ?r - room)
    :precondition (and (robot_in ?r) (person_in ?p ?r) (asleep ?p))
    :effect (not (asleep ?p)))
  (:action charge
    :parameters (?g - gadget ?s - surface ?r - room)
    :precondition (and (robot_in ?r) (furniture_in ?s ?r) (has_socket ?s) (on ?g ?s))
    :effect (charged ?g))
  (:action set_alarm
    :parameters (?c - clock ?r - room)
    :precondition (and (robot_in ?r) (clock_in ?c ?r) (not (alarm_set ?c)))
    :effect (alarm_set ?c)))
