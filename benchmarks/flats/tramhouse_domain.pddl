(define (domain tramhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item cat - object
          surface openable appliance tray - fixture
          storage window door - openable
          dish book gadget - item
          bowl mug - dish)
  (:predicates
    (at_robot ?r - room)
    (linked ?a - room ?b - room)
    (placed ?f - fixture ?r - room)
    (empty_handed)
    (carrying ?i - item)
    (on_top ?i - item ?s - surface)
    (inside ?i - item ?s - storage)
    (shut ?o - openable)
    (locked ?o - openable)
    (running ?a - appliance)
    (dirty ?d - dish)
    (full ?b - bowl)
    (soiled ?t - tray)
    (cat_in ?c - cat ?r - room)
    (charged ?g - gadget)
    (washes_dishes ?s - storage)
    (for_feeding ?s - surface)
    (has_socket ?s - surface))

  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (at_robot ?a) (linked ?a ?b))
    :effect (and (at_robot ?b) (not (at_robot ?a))))

  (:action pick_up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (at_robot ?r) (placed ?s ?r) (on_top ?i ?s) (empty_handed))
    :effect (and (carrying ?i) (not (on_top ?i ?s)) (not (empty_handed))))

  (:action set_down
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (at_robot ?r) (placed ?s ?r) (carrying ?i))
    :effect (and (on_top ?i ?s) (empty_handed) (not (carrying ?i))))

  (:action fetch_from
    :parameters (?i - item ?s - storage ?r - room)
    :precondition (and (at_robot ?r) (placed ?s ?r) (inside ?i ?s) (not (shut ?s)) (empty_handed))
    :effect (and (carrying ?i) (not (inside ?i ?s)) (not (empty_handed))))

  (:action stow_in
    :parameters (?i - item ?s - storage ?r - room)
    :precondition (and (at_robot ?r) (placed ?s ?r) (carrying ?i) (not (shut ?s)))
    :effect (and (inside ?i ?s) (empty_handed) (not (carrying ?i))))

  (:action open_up
    :parameters (?o - openable ?r - room)
    :precondition (and (at_robot ?r) (placed ?o ?r) (shut ?o) (not (locked ?o)) (empty_handed))
    :effect (not (shut ?o)))

  (:action close_up
    :parameters (?o - openable ?r - room)
    :precondition (and (at_robot ?r) (placed ?o ?r) (not (shut ?o)) (empty_handed))
    :effect (shut ?o))

  (:action lock_door
    :parameters (?d - door ?r - room)
    :precondition (and (at_robot ?r) (placed ?d ?r) (shut ?d) (not (locked ?d)) (empty_handed))
    :effect (locked ?d))

  (:action unlock_door
    :parameters (?d - door ?r - room)
    :precondition (and (at_robot ?r) (placed ?d ?r) (locked ?d) (empty_handed))
    :effect (not (locked ?d)))

  (:action turn_on
    :parameters (?a - appliance ?r - room)
    :precondition (and (at_robot ?r) (placed ?a ?r) (not (running ?a)))
    :effect (running ?a))

  (:action turn_off
    :parameters (?a - appliance ?r - room)
    :precondition (and (at_robot ?r) (placed ?a ?r) (running ?a))
    :effect (not (running ?a)))

  (:action wash_dish
    :parameters (?d - dish ?s - storage ?r - room)
    :precondition (and (at_robot ?r) (placed ?s ?r) (washes_dishes ?s) (inside ?d ?s) (shut ?s) (dirty ?d))
    :effect (not (dirty ?d)))

  (:action fill_bowl
    :parameters (?b - bowl ?s - surface ?r - room)
    :precondition (and (at_robot ?r) (placed ?s ?r) (for_feeding ?s) (on_top ?b ?s) (not (dirty ?b)) (not (full ?b)) (empty_handed))
    :effect (full ?b))

  (:action scoop_litter
    :parameters (?t - tray ?r - room)
    :precondition (and (at_robot ?r) (placed ?t ?r) (soiled ?t) (empty_handed))
    :effect (not (soiled ?t)))

  (:action call_cat
    :parameters (?c - cat ?a - room ?b - room)
    :precondition (and (at_robot ?b) (cat_in ?c ?a) (linked ?a ?b))
    :effect (and (cat_in ?c ?b) (not (cat_in ?c ?a))))

  (:action charge_up
    :parameters (?g - gadget ?s - surface ?r - room)
    :precondition (and (at_robot ?r) (placed ?s ?r) (has_socket ?s) (on_top ?g ?s) (empty_handed))
    :effect (charged ?g))
)
