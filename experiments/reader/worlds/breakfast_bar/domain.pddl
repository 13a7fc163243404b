(define (domain breakfast_bar)
  (:requirements :strips :typing :negative-preconditions)
  (:types ware surface cabinet device roller - object
          drinkware - ware)
  (:predicates
    (on_top ?w - ware ?s - surface)
    (stashed ?w - ware ?c - cabinet)
    (ajar ?c - cabinet)
    (plugged_in ?d - device)
    (off ?d - device)
    (raised ?r - roller)
    (empty ?v - drinkware)
    (sticky ?s - surface))
  (:action shift
    :parameters (?w - ware ?from ?to - surface)
    :precondition (and (on_top ?w ?from) (not (on_top ?w ?to)))
    :effect (and (not (on_top ?w ?from)) (on_top ?w ?to)))
  (:action stash
    :parameters (?w - ware ?from - surface ?c - cabinet)
    :precondition (and (on_top ?w ?from) (ajar ?c))
    :effect (and (not (on_top ?w ?from)) (stashed ?w ?c)))
  (:action fetch
    :parameters (?w - ware ?c - cabinet ?to - surface)
    :precondition (and (stashed ?w ?c) (ajar ?c))
    :effect (and (not (stashed ?w ?c)) (on_top ?w ?to)))
  (:action open_up
    :parameters (?c - cabinet)
    :precondition (not (ajar ?c))
    :effect (ajar ?c))
  (:action push_to
    :parameters (?c - cabinet)
    :precondition (ajar ?c)
    :effect (not (ajar ?c)))
  (:action connect
    :parameters (?d - device)
    :precondition (not (plugged_in ?d))
    :effect (plugged_in ?d))
  (:action disconnect
    :parameters (?d - device)
    :precondition (and (plugged_in ?d) (off ?d))
    :effect (not (plugged_in ?d)))
  (:action start
    :parameters (?d - device)
    :precondition (and (off ?d) (plugged_in ?d))
    :effect (not (off ?d)))
  (:action stop
    :parameters (?d - device)
    :precondition (not (off ?d))
    :effect (off ?d))
  (:action roll_up
    :parameters (?r - roller)
    :precondition (not (raised ?r))
    :effect (raised ?r))
  (:action roll_down
    :parameters (?r - roller)
    :precondition (raised ?r)
    :effect (not (raised ?r)))
  (:action pour_away
    :parameters (?v - drinkware ?s - surface)
    :precondition (and (on_top ?v ?s) (not (empty ?v)))
    :effect (empty ?v))
  (:action pour_juice
    :parameters (?v - drinkware ?s - surface)
    :precondition (and (on_top ?v ?s) (empty ?v))
    :effect (not (empty ?v)))
  (:action wipe_down
    :parameters (?s - surface)
    :precondition (sticky ?s)
    :effect (not (sticky ?s)))
)
