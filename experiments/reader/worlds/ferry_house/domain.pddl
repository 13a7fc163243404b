(define (domain ferry_house)
  (:requirements :strips :typing :negative-preconditions)
  (:types lamp plant pet curtain window item spot - object
          book - item)
  ; drawn = closed (curtain); off = not burning
  (:predicates
    (off ?l - lamp)
    (thirsty ?p - plant)
    (hungry ?a - pet)
    (outside ?a - pet)
    (drawn ?c - curtain)
    (ajar ?w - window)
    (item_at ?i - item ?s - spot)
    (in_hand ?i - item)
    (hand_free)
    (dusty ?s - spot)
    (can_filled))
  (:action light_lamp
    :parameters (?l - lamp)
    :precondition (off ?l)
    :effect (not (off ?l)))
  (:action douse_lamp
    :parameters (?l - lamp)
    :precondition (not (off ?l))
    :effect (off ?l))
  (:action fill_can
    :parameters ()
    :precondition (not (can_filled))
    :effect (can_filled))
  (:action water_plant
    :parameters (?p - plant)
    :precondition (and (thirsty ?p) (can_filled))
    :effect (and (not (thirsty ?p)) (not (can_filled))))
  (:action feed_pet
    :parameters (?a - pet)
    :precondition (hungry ?a)
    :effect (not (hungry ?a)))
  (:action let_out
    :parameters (?a - pet)
    :precondition (not (outside ?a))
    :effect (outside ?a))
  (:action call_in
    :parameters (?a - pet)
    :precondition (outside ?a)
    :effect (not (outside ?a)))
  (:action draw
    :parameters (?c - curtain)
    :precondition (not (drawn ?c))
    :effect (drawn ?c))
  (:action pull_back
    :parameters (?c - curtain)
    :precondition (drawn ?c)
    :effect (not (drawn ?c)))
  (:action open_win
    :parameters (?w - window)
    :precondition (not (ajar ?w))
    :effect (ajar ?w))
  (:action shut_win
    :parameters (?w - window)
    :precondition (ajar ?w)
    :effect (not (ajar ?w)))
  (:action grab
    :parameters (?i - item ?s - spot)
    :precondition (and (item_at ?i ?s) (hand_free))
    :effect (and (in_hand ?i) (not (item_at ?i ?s)) (not (hand_free))))
  (:action drop_at
    :parameters (?i - item ?s - spot)
    :precondition (in_hand ?i)
    :effect (and (item_at ?i ?s) (hand_free) (not (in_hand ?i))))
  (:action dust
    :parameters (?s - spot)
    :precondition (and (dusty ?s) (hand_free))
    :effect (not (dusty ?s))))
