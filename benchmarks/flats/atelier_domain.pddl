; A flat with a small workshop: a mobile robot with one gripper helps somebody who paints and mends things.
(define (domain atelier)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room spot article device - object
    cabinet - spot            ; a spot with a door
    brush tin tool piece - article)   ; tin: paint or varnish; piece: something that can be mended and painted
  (:predicates
    (robot-in ?r - room)
    (gripper-free)
    (gripped ?a - article)
    (rests-at ?a - article ?s - spot)
    (door-open ?c - cabinet)
    (lidded ?t - tin)                  ; the lid is on
    (soiled ?b - brush)                ; there is paint in its bristles
    (broken ?p - piece)
    (coated ?p - piece ?t - tin)       ; the piece is painted with what is in the tin
    (powered ?d - device)
    ; never changed
    (spot-in ?s - spot ?r - room)
    (device-in ?d - device ?r - room)
    (has-door ?s - spot)
    (has-tap ?s - spot)
    (for-handiwork ?s - spot)
    (repairs ?t - tool ?p - piece))

  (:action drive
    :parameters (?from ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action grip-from-open-spot
    :parameters (?a - article ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (not (has-door ?s)) (rests-at ?a ?s) (gripper-free))
    :effect (and (gripped ?a) (not (rests-at ?a ?s)) (not (gripper-free))))

  (:action release-on-open-spot
    :parameters (?a - article ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (not (has-door ?s)) (gripped ?a))
    :effect (and (rests-at ?a ?s) (gripper-free) (not (gripped ?a))))

  (:action grip-from-cabinet
    :parameters (?a - article ?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (door-open ?c) (rests-at ?a ?c) (gripper-free))
    :effect (and (gripped ?a) (not (rests-at ?a ?c)) (not (gripper-free))))

  (:action release-in-cabinet
    :parameters (?a - article ?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (door-open ?c) (gripped ?a))
    :effect (and (rests-at ?a ?c) (gripper-free) (not (gripped ?a))))

  (:action open-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (gripper-free) (not (door-open ?c)))
    :effect (door-open ?c))

  (:action shut-cabinet
    :parameters (?c - cabinet ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?c ?r) (gripper-free) (door-open ?c))
    :effect (not (door-open ?c)))

  (:action press-lid-on
    :parameters (?t - tin ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (rests-at ?t ?s) (gripper-free) (not (lidded ?t)))
    :effect (lidded ?t))

  (:action pry-lid-off
    :parameters (?t - tin ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (rests-at ?t ?s) (gripper-free) (lidded ?t))
    :effect (not (lidded ?t)))

  (:action rinse-brush
    :parameters (?b - brush ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (has-tap ?s) (gripped ?b) (soiled ?b))
    :effect (not (soiled ?b)))

  (:action apply-coat
    :parameters (?p - piece ?t - tin ?b - brush ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (for-handiwork ?s) (rests-at ?p ?s) (rests-at ?t ?s)
                       (not (lidded ?t)) (gripped ?b) (not (soiled ?b)))
    :effect (and (coated ?p ?t) (soiled ?b)))

  (:action sand-off-coat
    :parameters (?p - piece ?t - tin ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (for-handiwork ?s) (rests-at ?p ?s) (gripper-free) (coated ?p ?t))
    :effect (not (coated ?p ?t)))

  (:action mend
    :parameters (?p - piece ?t - tool ?s - spot ?r - room)
    :precondition (and (robot-in ?r) (spot-in ?s ?r) (for-handiwork ?s) (rests-at ?p ?s) (gripped ?t) (repairs ?t ?p) (broken ?p))
    :effect (not (broken ?p)))

  (:action power-up
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (device-in ?d ?r) (not (powered ?d)))
    :effect (powered ?d))

  (:action power-down
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (device-in ?d ?r) (powered ?d))
    :effect (not (powered ?d)))
)
