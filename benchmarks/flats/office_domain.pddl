(define (domain office_floor)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room_t obj - object
    fixed_obj tray_obj - obj
    surface container device board plant - fixed_obj
    lockable - container)
  (:predicates
    (bot_at ?r - room_t)
    (in_room ?f - fixed_obj ?r - room_t)
    (lies_on ?o - tray_obj ?s - surface)
    (kept_in ?o - tray_obj ?c - container)
    (on_tray ?o - tray_obj)
    (is_open ?c - container)
    (is_locked ?c - container)
    (powered ?d - device)
    (watered ?p - plant)
    (wiped ?b - board))
  (:action go_to
    :parameters (?r1 - room_t ?r2 - room_t)
    :precondition (bot_at ?r1)
    :effect (and (not (bot_at ?r1)) (bot_at ?r2)))
  (:action pick_up
    :parameters (?o - tray_obj ?s - surface ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?s ?r) (lies_on ?o ?s))
    :effect (and (on_tray ?o) (not (lies_on ?o ?s))))
  (:action set_down
    :parameters (?o - tray_obj ?s - surface ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?s ?r) (on_tray ?o))
    :effect (and (lies_on ?o ?s) (not (on_tray ?o))))
  (:action take_out
    :parameters (?o - tray_obj ?c - container ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?c ?r) (kept_in ?o ?c) (is_open ?c))
    :effect (and (on_tray ?o) (not (kept_in ?o ?c))))
  (:action stow
    :parameters (?o - tray_obj ?c - container ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?c ?r) (on_tray ?o) (is_open ?c))
    :effect (and (kept_in ?o ?c) (not (on_tray ?o))))
  (:action open_it
    :parameters (?c - container ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?c ?r) (not (is_open ?c)) (not (is_locked ?c)))
    :effect (is_open ?c))
  (:action close_it
    :parameters (?c - container ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?c ?r) (is_open ?c))
    :effect (not (is_open ?c)))
  (:action lock_it
    :parameters (?c - lockable ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?c ?r) (not (is_open ?c)) (not (is_locked ?c)))
    :effect (is_locked ?c))
  (:action switch_on
    :parameters (?d - device ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?d ?r) (not (powered ?d)))
    :effect (powered ?d))
  (:action switch_off
    :parameters (?d - device ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?d ?r) (powered ?d))
    :effect (not (powered ?d)))
  (:action water
    :parameters (?p - plant ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?p ?r) (not (watered ?p)))
    :effect (watered ?p))
  (:action wipe
    :parameters (?b - board ?r - room_t)
    :precondition (and (bot_at ?r) (in_room ?b ?r) (not (wiped ?b)))
    :effect (wiped ?b)))
