(define (domain houseboat_marigold)
  (:requirements :strips :typing :negative-preconditions)
  (:types cabin surface stuff hatch ventilator radio station - object
          mug chart parcel - stuff)
  (:predicates
    (here ?c - cabin)
    (stands-in ?s - surface ?c - cabin)
    (supports ?s - surface ?x - stuff)
    (aboard-bot ?x - stuff)
    (tray-full)
    (ladder ?h - hatch ?a - cabin ?b - cabin)
    (battened ?h - hatch)
    (bright ?c - cabin)
    (vent-of ?v - ventilator ?c - cabin)
    (whirring ?v - ventilator)
    (radio-of ?r - radio ?c - cabin)
    (tuned ?r - radio ?f - station)
    (silenced ?r - radio))
  (:action climb
    :parameters (?h - hatch ?a ?b - cabin)
    :precondition (and (here ?a) (ladder ?h ?a ?b) (not (battened ?h)))
    :effect (and (here ?b) (not (here ?a))))
  (:action batten
    :parameters (?h - hatch ?a ?b - cabin)
    :precondition (and (here ?a) (ladder ?h ?a ?b) (not (battened ?h)))
    :effect (battened ?h))
  (:action unbatten
    :parameters (?h - hatch ?a ?b - cabin)
    :precondition (and (here ?a) (ladder ?h ?a ?b) (battened ?h))
    :effect (not (battened ?h)))
  (:action load
    :parameters (?x - stuff ?s - surface ?c - cabin)
    :precondition (and (here ?c) (stands-in ?s ?c) (supports ?s ?x) (not (tray-full)))
    :effect (and (aboard-bot ?x) (tray-full) (not (supports ?s ?x))))
  (:action unload
    :parameters (?x - stuff ?s - surface ?c - cabin)
    :precondition (and (here ?c) (stands-in ?s ?c) (aboard-bot ?x))
    :effect (and (supports ?s ?x) (not (aboard-bot ?x)) (not (tray-full))))
  (:action brighten
    :parameters (?c - cabin)
    :precondition (and (here ?c) (not (bright ?c)))
    :effect (bright ?c))
  (:action dim
    :parameters (?c - cabin)
    :precondition (and (here ?c) (bright ?c))
    :effect (not (bright ?c)))
  (:action vent-on
    :parameters (?v - ventilator ?c - cabin)
    :precondition (and (here ?c) (vent-of ?v ?c) (not (whirring ?v)))
    :effect (whirring ?v))
  (:action vent-off
    :parameters (?v - ventilator ?c - cabin)
    :precondition (and (here ?c) (vent-of ?v ?c) (whirring ?v))
    :effect (not (whirring ?v)))
  (:action retune
    :parameters (?r - radio ?c - cabin ?f ?g - station)
    :precondition (and (here ?c) (radio-of ?r ?c) (tuned ?r ?f) (not (tuned ?r ?g)))
    :effect (and (tuned ?r ?g) (not (tuned ?r ?f))))
  (:action silence
    :parameters (?r - radio ?c - cabin)
    :precondition (and (here ?c) (radio-of ?r ?c) (not (silenced ?r)))
    :effect (silenced ?r))
  (:action give-voice
    :parameters (?r - radio ?c - cabin)
    :precondition (and (here ?c) (radio-of ?r ?c) (silenced ?r))
    :effect (not (silenced ?r))))
