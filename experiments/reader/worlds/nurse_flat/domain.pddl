(define (domain nurse_flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types device setting lamp brightness colour openable aperture-state item condition furniture - object
          locker blind - openable
          garment - item)
  (:predicates
    (mode ?device - device ?setting - setting)
    (level ?lamp - lamp ?brightness - brightness)
    (hue ?lamp - lamp ?colour - colour)
    (aperture ?x - openable ?state - aperture-state)
    (ajar-like ?state - aperture-state)
    (condition-of ?g - garment ?c - condition)
    (wearable ?c - condition)
    (rests ?i - item ?f - furniture)
    (stored ?i - item ?l - locker)
    (grip ?i - item)
    (gripper-free))
  (:action switch-mode
    :parameters (?d - device ?from - setting ?to - setting)
    :precondition (and (mode ?d ?from) (not (mode ?d ?to)))
    :effect (and (mode ?d ?to) (not (mode ?d ?from))))
  (:action dim-to
    :parameters (?l - lamp ?from - brightness ?to - brightness)
    :precondition (and (level ?l ?from) (not (level ?l ?to)))
    :effect (and (level ?l ?to) (not (level ?l ?from))))
  (:action tint
    :parameters (?l - lamp ?from - colour ?to - colour)
    :precondition (and (hue ?l ?from) (not (hue ?l ?to)))
    :effect (and (hue ?l ?to) (not (hue ?l ?from))))
  (:action shift
    :parameters (?x - openable ?from - aperture-state ?to - aperture-state)
    :precondition (and (aperture ?x ?from) (not (aperture ?x ?to)))
    :effect (and (aperture ?x ?to) (not (aperture ?x ?from))))
  (:action lift
    :parameters (?i - item ?f - furniture)
    :precondition (and (gripper-free) (rests ?i ?f))
    :effect (and (grip ?i) (not (gripper-free)) (not (rests ?i ?f))))
  (:action lay
    :parameters (?i - item ?f - furniture)
    :precondition (grip ?i)
    :effect (and (rests ?i ?f) (gripper-free) (not (grip ?i))))
  (:action draw-out
    :parameters (?i - item ?l - locker ?s - aperture-state)
    :precondition (and (gripper-free) (stored ?i ?l) (aperture ?l ?s) (ajar-like ?s))
    :effect (and (grip ?i) (not (gripper-free)) (not (stored ?i ?l))))
  (:action tuck-in
    :parameters (?i - item ?l - locker ?s - aperture-state)
    :precondition (and (grip ?i) (aperture ?l ?s) (ajar-like ?s))
    :effect (and (stored ?i ?l) (gripper-free) (not (grip ?i))))
  (:action launder
    :parameters (?g - garment ?from - condition ?to - condition)
    :precondition (and (grip ?g) (condition-of ?g ?from) (not (wearable ?from)) (wearable ?to))
    :effect (and (condition-of ?g ?to) (not (condition-of ?g ?from)))))
