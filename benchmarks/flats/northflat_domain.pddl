(define (domain northflat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room locatable item - object
    robot fixture - locatable
    surface opening sink blind device - fixture
    container window - opening
    bin - container
    dish gadget - item)
  (:predicates
    (at ?x - locatable ?l - room)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?r - robot ?i - item)
    (hand-empty ?r - robot)
    (open ?f - fixture)
    (switchable ?f - fixture)
    (turned-on ?f - fixture)
    (dirty ?d - dish)
    (charging ?g - item)
    (lowered ?b - blind)
    (full ?c - container)
    (dusty ?l - room))
  (:action go
    :parameters (?r - robot ?from - room ?to - room)
    :precondition (and (at ?r ?from))
    :effect (and (not (at ?r ?from)) (at ?r ?to)))
  (:action grab
    :parameters (?r - robot ?i - item ?s - surface ?l - room)
    :precondition (and (at ?r ?l) (at ?s ?l) (on ?i ?s) (hand-empty ?r) (not (charging ?i)))
    :effect (and (holding ?r ?i) (not (on ?i ?s)) (not (hand-empty ?r))))
  (:action take-from
    :parameters (?r - robot ?i - item ?c - container ?l - room)
    :precondition (and (at ?r ?l) (at ?c ?l) (in ?i ?c) (open ?c) (hand-empty ?r))
    :effect (and (holding ?r ?i) (not (in ?i ?c)) (not (hand-empty ?r))))
  (:action set-down
    :parameters (?r - robot ?i - item ?s - surface ?l - room)
    :precondition (and (at ?r ?l) (at ?s ?l) (holding ?r ?i))
    :effect (and (on ?i ?s) (hand-empty ?r) (not (holding ?r ?i))))
  (:action put-into
    :parameters (?r - robot ?i - item ?c - container ?l - room)
    :precondition (and (at ?r ?l) (at ?c ?l) (holding ?r ?i) (open ?c) (not (full ?c)))
    :effect (and (in ?i ?c) (hand-empty ?r) (not (holding ?r ?i))))
  (:action open-up
    :parameters (?r - robot ?o - opening ?l - room)
    :precondition (and (at ?r ?l) (at ?o ?l) (hand-empty ?r) (not (open ?o)) (not (turned-on ?o)))
    :effect (and (open ?o)))
  (:action shut
    :parameters (?r - robot ?o - opening ?l - room)
    :precondition (and (at ?r ?l) (at ?o ?l) (hand-empty ?r) (open ?o))
    :effect (and (not (open ?o))))
  (:action switch-on
    :parameters (?r - robot ?f - fixture ?l - room)
    :precondition (and (at ?r ?l) (at ?f ?l) (switchable ?f) (not (turned-on ?f)) (not (open ?f)))
    :effect (and (turned-on ?f)))
  (:action switch-off
    :parameters (?r - robot ?f - fixture ?l - room)
    :precondition (and (at ?r ?l) (at ?f ?l) (switchable ?f) (turned-on ?f))
    :effect (and (not (turned-on ?f))))
  (:action lower-blind
    :parameters (?r - robot ?b - blind ?l - room)
    :precondition (and (at ?r ?l) (at ?b ?l) (not (lowered ?b)))
    :effect (and (lowered ?b)))
  (:action raise-blind
    :parameters (?r - robot ?b - blind ?l - room)
    :precondition (and (at ?r ?l) (at ?b ?l) (lowered ?b))
    :effect (and (not (lowered ?b))))
  (:action plug-in
    :parameters (?r - robot ?g - gadget ?s - surface ?l - room)
    :precondition (and (at ?r ?l) (at ?s ?l) (on ?g ?s) (hand-empty ?r) (not (charging ?g)))
    :effect (and (charging ?g)))
  (:action unplug
    :parameters (?r - robot ?g - gadget ?s - surface ?l - room)
    :precondition (and (at ?r ?l) (at ?s ?l) (on ?g ?s) (hand-empty ?r) (charging ?g))
    :effect (and (not (charging ?g))))
  (:action wash-up
    :parameters (?r - robot ?d - dish ?k - sink ?l - room)
    :precondition (and (at ?r ?l) (at ?k ?l) (holding ?r ?d) (dirty ?d))
    :effect (and (not (dirty ?d))))
  (:action vacuum
    :parameters (?r - robot ?l - room)
    :precondition (and (at ?r ?l) (hand-empty ?r) (dusty ?l))
    :effect (and (not (dusty ?l))))
  (:action empty-bin
    :parameters (?r - robot ?b - bin ?l - room)
    :precondition (and (at ?r ?l) (at ?b ?l) (hand-empty ?r) (full ?b))
    :effect (and (not (full ?b)))))
