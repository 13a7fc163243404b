(define (domain breakfast-corner)
  (:requirements :strips :typing :negative-preconditions)
  (:types location movable food - object
          surface storage - location
          vessel jar - movable
          toast_device boil_device - object)
  (:predicates
    (is_on ?m - movable ?s - surface)
    (is_inside ?m - movable ?c - storage)
    (opened ?c - storage)
    (hand_has ?m - movable)
    (hand_empty)
    (unscrewed ?j - jar)
    (water_in ?k - boil_device)
    (boiled ?k - boil_device)
    (tea_in ?v - vessel)
    (drinkable ?v - vessel)
    (stained ?v - vessel)
    (bread_in ?f - food ?t - toast_device)
    (toasted ?f - food)
    (served ?f - food ?v - vessel)
    (flat ?v - vessel)
    (spread_with ?f - food ?j - jar))
  (:action pick
    :parameters (?m - movable ?s - surface)
    :precondition (and (hand_empty) (is_on ?m ?s))
    :effect (and (hand_has ?m) (not (hand_empty)) (not (is_on ?m ?s))))
  (:action place
    :parameters (?m - movable ?s - surface)
    :precondition (hand_has ?m)
    :effect (and (is_on ?m ?s) (hand_empty) (not (hand_has ?m))))
  (:action take_out
    :parameters (?m - movable ?c - storage)
    :precondition (and (hand_empty) (is_inside ?m ?c) (opened ?c))
    :effect (and (hand_has ?m) (not (hand_empty)) (not (is_inside ?m ?c))))
  (:action stow
    :parameters (?m - movable ?c - storage)
    :precondition (and (hand_has ?m) (opened ?c))
    :effect (and (is_inside ?m ?c) (hand_empty) (not (hand_has ?m))))
  (:action open_door
    :parameters (?c - storage)
    :precondition (and (hand_empty) (not (opened ?c)))
    :effect (opened ?c))
  (:action close_door
    :parameters (?c - storage)
    :precondition (opened ?c)
    :effect (not (opened ?c)))
  (:action twist_lid
    :parameters (?j - jar ?s - surface)
    :precondition (and (hand_empty) (is_on ?j ?s) (not (unscrewed ?j)))
    :effect (unscrewed ?j))
  (:action spread
    :parameters (?f - food ?j - jar ?v - vessel)
    :precondition (and (hand_empty) (served ?f ?v) (unscrewed ?j))
    :effect (spread_with ?f ?j))
  (:action fill_kettle
    :parameters (?k - boil_device)
    :precondition (and (hand_empty) (not (water_in ?k)))
    :effect (water_in ?k))
  (:action boil
    :parameters (?k - boil_device)
    :precondition (and (water_in ?k) (not (boiled ?k)))
    :effect (boiled ?k))
  (:action brew_tea
    :parameters (?v - vessel ?s - surface ?k - boil_device)
    :precondition (and (drinkable ?v) (is_on ?v ?s) (boiled ?k) (not (stained ?v)) (not (tea_in ?v)))
    :effect (tea_in ?v))
  (:action rinse
    :parameters (?v - vessel)
    :precondition (and (hand_has ?v) (stained ?v))
    :effect (and (not (stained ?v)) (not (tea_in ?v))))
  (:action toast
    :parameters (?f - food ?t - toast_device)
    :precondition (and (bread_in ?f ?t) (not (toasted ?f)))
    :effect (toasted ?f))
  (:action serve_toast
    :parameters (?f - food ?t - toast_device ?v - vessel ?s - surface)
    :precondition (and (bread_in ?f ?t) (flat ?v) (is_on ?v ?s) (not (stained ?v)))
    :effect (and (served ?f ?v) (not (bread_in ?f ?t)))))
