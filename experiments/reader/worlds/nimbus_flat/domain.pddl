(define (domain nimbus_flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    thermostat blind plug wake-alarm speaker door-lock siren - device
    mode slat-pos clock-time station - setting)
  (:predicates
    (mode-of ?t - thermostat ?m - mode)
    (blind-at ?b - blind ?p - slat-pos)
    (live ?p - plug)
    (wakes-at ?a - wake-alarm ?c - clock-time)
    (armed ?a - wake-alarm)
    (tuned ?sp - speaker ?st - station)
    (playing ?sp - speaker)
    (unlocked ?l - door-lock)
    (guarding ?s - siren))
  (:action set-mode
    :parameters (?t - thermostat ?old - mode ?new - mode)
    :precondition (and (mode-of ?t ?old) (not (mode-of ?t ?new)))
    :effect (and (mode-of ?t ?new) (not (mode-of ?t ?old))))
  (:action move-blind
    :parameters (?b - blind ?old - slat-pos ?new - slat-pos)
    :precondition (and (blind-at ?b ?old) (not (blind-at ?b ?new)))
    :effect (and (blind-at ?b ?new) (not (blind-at ?b ?old))))
  (:action power-plug
    :parameters (?p - plug)
    :precondition (not (live ?p))
    :effect (live ?p))
  (:action cut-plug
    :parameters (?p - plug)
    :precondition (live ?p)
    :effect (not (live ?p)))
  (:action set-time
    :parameters (?a - wake-alarm ?old - clock-time ?new - clock-time)
    :precondition (and (wakes-at ?a ?old) (not (wakes-at ?a ?new)))
    :effect (and (wakes-at ?a ?new) (not (wakes-at ?a ?old))))
  (:action arm
    :parameters (?a - wake-alarm)
    :precondition (not (armed ?a))
    :effect (armed ?a))
  (:action disarm
    :parameters (?a - wake-alarm)
    :precondition (armed ?a)
    :effect (not (armed ?a)))
  (:action tune
    :parameters (?sp - speaker ?old - station ?new - station)
    :precondition (and (tuned ?sp ?old) (not (tuned ?sp ?new)))
    :effect (and (tuned ?sp ?new) (not (tuned ?sp ?old))))
  (:action play
    :parameters (?sp - speaker)
    :precondition (not (playing ?sp))
    :effect (playing ?sp))
  (:action hush
    :parameters (?sp - speaker)
    :precondition (playing ?sp)
    :effect (not (playing ?sp)))
  (:action lock
    :parameters (?l - door-lock)
    :precondition (unlocked ?l)
    :effect (not (unlocked ?l)))
  (:action unlock
    :parameters (?l - door-lock)
    :precondition (not (unlocked ?l))
    :effect (unlocked ?l))
  (:action guard
    :parameters (?s - siren)
    :precondition (not (guarding ?s))
    :effect (guarding ?s))
)
