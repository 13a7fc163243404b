(define (domain rowhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room furnishing portable gadget faucet - object
    tabletop lidded - furnishing
    toy vessel towel - portable)
  (:predicates
    (robo-in ?r - room)
    (hand-empty)
    (grasped ?p - portable)
    (stowed ?p - portable ?f - furnishing)
    (gapes ?l - lidded)
    (powered ?g - gadget)
    (soiled ?v - vessel)
    (damp ?t - towel)
    (flowing ?f - faucet)
    ; these never change
    (stands-in ?f - furnishing ?r - room)
    (wired-in ?g - gadget ?r - room)
    (plumbed-in ?f - faucet ?r - room)
    (heated ?f - tabletop))
  (:action roam
    :parameters (?from - room ?to - room)
    :precondition (robo-in ?from)
    :effect (and (not (robo-in ?from)) (robo-in ?to)))
  (:action lift-off
    :parameters (?p - portable ?f - tabletop ?r - room)
    :precondition (and (robo-in ?r) (stands-in ?f ?r) (stowed ?p ?f) (hand-empty))
    :effect (and (grasped ?p) (not (stowed ?p ?f)) (not (hand-empty))))
  (:action set-on
    :parameters (?p - portable ?f - tabletop ?r - room)
    :precondition (and (robo-in ?r) (stands-in ?f ?r) (grasped ?p))
    :effect (and (stowed ?p ?f) (hand-empty) (not (grasped ?p))))
  (:action fetch-out
    :parameters (?p - portable ?l - lidded ?r - room)
    :precondition (and (robo-in ?r) (stands-in ?l ?r) (gapes ?l) (stowed ?p ?l) (hand-empty))
    :effect (and (grasped ?p) (not (stowed ?p ?l)) (not (hand-empty))))
  (:action tuck-in
    :parameters (?p - portable ?l - lidded ?r - room)
    :precondition (and (robo-in ?r) (stands-in ?l ?r) (gapes ?l) (grasped ?p))
    :effect (and (stowed ?p ?l) (hand-empty) (not (grasped ?p))))
  (:action swing-open
    :parameters (?l - lidded ?r - room)
    :precondition (and (robo-in ?r) (stands-in ?l ?r) (not (gapes ?l)) (hand-empty))
    :effect (gapes ?l))
  (:action swing-shut
    :parameters (?l - lidded ?r - room)
    :precondition (and (robo-in ?r) (stands-in ?l ?r) (gapes ?l))
    :effect (not (gapes ?l)))
  (:action power-up
    :parameters (?g - gadget ?r - room)
    :precondition (and (robo-in ?r) (wired-in ?g ?r) (not (powered ?g)))
    :effect (powered ?g))
  (:action power-down
    :parameters (?g - gadget ?r - room)
    :precondition (and (robo-in ?r) (wired-in ?g ?r) (powered ?g))
    :effect (not (powered ?g)))
  (:action twist-on
    :parameters (?f - faucet ?r - room)
    :precondition (and (robo-in ?r) (plumbed-in ?f ?r) (not (flowing ?f)))
    :effect (flowing ?f))
  (:action twist-off
    :parameters (?f - faucet ?r - room)
    :precondition (and (robo-in ?r) (plumbed-in ?f ?r) (flowing ?f))
    :effect (not (flowing ?f)))
  (:action scour
    :parameters (?v - vessel ?f - faucet ?r - room)
    :precondition (and (robo-in ?r) (plumbed-in ?f ?r) (flowing ?f) (grasped ?v) (soiled ?v))
    :effect (not (soiled ?v)))
  (:action drench
    :parameters (?t - towel ?f - faucet ?r - room)
    :precondition (and (robo-in ?r) (plumbed-in ?f ?r) (flowing ?f) (grasped ?t) (not (damp ?t)))
    :effect (damp ?t))
  (:action air-dry
    :parameters (?t - towel ?f - tabletop ?r - room)
    :precondition (and (robo-in ?r) (stands-in ?f ?r) (heated ?f) (stowed ?t ?f) (damp ?t))
    :effect (not (damp ?t))))
