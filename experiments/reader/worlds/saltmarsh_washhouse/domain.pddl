(define (domain saltmarsh_washhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    towel toiletry - portable
    rail ledge vessel tap mirror opening light person - object
    tub basin - vessel)
  (:predicates
    (hangs ?r - rail ?t - towel)
    (sits ?l - ledge ?x - portable)
    (got ?who - person ?x - portable)
    (grip ?x - portable)
    (grip-free)
    (damp ?t - towel)
    (feeds ?t - tap ?v - vessel)
    (flowing ?t - tap)
    (plugged ?v - vessel)
    (full ?v - vessel)
    (steamy ?m - mirror)
    (ajar ?o - opening)
    (glowing ?l - light)
    (grubby ?who - person))
  (:action take-down
    :parameters (?t - towel ?r - rail)
    :precondition (and (hangs ?r ?t) (grip-free))
    :effect (and (grip ?t) (not (hangs ?r ?t)) (not (grip-free))))
  (:action hang
    :parameters (?t - towel ?r - rail)
    :precondition (grip ?t)
    :effect (and (hangs ?r ?t) (grip-free) (not (grip ?t))))
  (:action pick-up
    :parameters (?x - portable ?l - ledge)
    :precondition (and (sits ?l ?x) (grip-free))
    :effect (and (grip ?x) (not (sits ?l ?x)) (not (grip-free))))
  (:action set-on
    :parameters (?x - portable ?l - ledge)
    :precondition (grip ?x)
    :effect (and (sits ?l ?x) (grip-free) (not (grip ?x))))
  (:action hand-to
    :parameters (?x - portable ?who - person)
    :precondition (grip ?x)
    :effect (and (got ?who ?x) (grip-free) (not (grip ?x))))
  (:action open-tap
    :parameters (?t - tap)
    :precondition (not (flowing ?t))
    :effect (flowing ?t))
  (:action close-tap
    :parameters (?t - tap)
    :precondition (flowing ?t)
    :effect (not (flowing ?t)))
  (:action plug-up
    :parameters (?v - vessel)
    :precondition (not (plugged ?v))
    :effect (plugged ?v))
  (:action pull-plug
    :parameters (?v - vessel)
    :precondition (plugged ?v)
    :effect (and (not (plugged ?v)) (not (full ?v))))
  (:action let-fill
    :parameters (?v - vessel ?t - tap)
    :precondition (and (feeds ?t ?v) (flowing ?t) (plugged ?v) (not (full ?v)))
    :effect (full ?v))
  (:action bathe
    :parameters (?who - person ?b - tub)
    :precondition (and (full ?b) (grubby ?who))
    :effect (not (grubby ?who)))
  (:action wipe
    :parameters (?m - mirror)
    :precondition (steamy ?m)
    :effect (not (steamy ?m)))
  (:action push-open
    :parameters (?o - opening)
    :precondition (not (ajar ?o))
    :effect (ajar ?o))
  (:action pull-shut
    :parameters (?o - opening)
    :precondition (ajar ?o)
    :effect (not (ajar ?o)))
  (:action light-up
    :parameters (?l - light)
    :precondition (not (glowing ?l))
    :effect (glowing ?l))
  (:action put-out
    :parameters (?l - light)
    :precondition (glowing ?l)
    :effect (not (glowing ?l))))
