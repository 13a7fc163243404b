; One-armed butler robot in a flat. "placed" says where anything is:
; a site in its room, a thing on or in its site, the butler in a room.
(define (domain flat41)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    butler spot movable gadget plant - object
    zone ledge locker - spot
    washable - movable)
  (:predicates
    (placed ?x - object ?s - spot)
    (doorway ?a - zone ?b - zone)
    (grips ?b - butler ?m - movable)
    (idle ?b - butler)
    (shut ?l - locker)
    (powered ?g - gadget)
    (grubby ?w - washable)
    (parched ?p - plant)
    (has_tap ?l - ledge))

  (:action roll
    :parameters (?b - butler ?from - zone ?to - zone)
    :precondition (and (placed ?b ?from) (doorway ?from ?to))
    :effect (and (not (placed ?b ?from)) (placed ?b ?to)))

  (:action lift_off
    :parameters (?b - butler ?m - movable ?l - ledge ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?l ?z) (placed ?m ?l) (idle ?b))
    :effect (and (grips ?b ?m) (not (placed ?m ?l)) (not (idle ?b))))

  (:action fish_out
    :parameters (?b - butler ?m - movable ?l - locker ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?l ?z) (placed ?m ?l) (idle ?b) (not (shut ?l)))
    :effect (and (grips ?b ?m) (not (placed ?m ?l)) (not (idle ?b))))

  (:action set_down
    :parameters (?b - butler ?m - movable ?l - ledge ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?l ?z) (grips ?b ?m))
    :effect (and (placed ?m ?l) (idle ?b) (not (grips ?b ?m))))

  (:action tuck_away
    :parameters (?b - butler ?m - movable ?l - locker ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?l ?z) (grips ?b ?m) (not (shut ?l)))
    :effect (and (placed ?m ?l) (idle ?b) (not (grips ?b ?m))))

  (:action unlatch
    :parameters (?b - butler ?l - locker ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?l ?z) (idle ?b) (shut ?l))
    :effect (not (shut ?l)))

  (:action latch
    :parameters (?b - butler ?l - locker ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?l ?z) (idle ?b) (not (shut ?l)))
    :effect (shut ?l))

  (:action power_up
    :parameters (?b - butler ?g - gadget ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?g ?z) (not (powered ?g)))
    :effect (powered ?g))

  (:action power_down
    :parameters (?b - butler ?g - gadget ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?g ?z) (powered ?g))
    :effect (not (powered ?g)))

  (:action rinse
    :parameters (?b - butler ?w - washable ?l - ledge ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?l ?z) (has_tap ?l) (grips ?b ?w) (grubby ?w))
    :effect (not (grubby ?w)))

  (:action water
    :parameters (?b - butler ?p - plant ?z - zone)
    :precondition (and (placed ?b ?z) (placed ?p ?z) (parched ?p))
    :effect (not (parched ?p))))
