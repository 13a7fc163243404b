(define (domain gardenhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place opening device spot thing plant lawn animal - object
    door window - opening
    lamp sprinkler - device
    watering-can tool crop feed textile hat - thing
    mower trimmer - tool
    cushion towel - textile
    shrub bed - plant)
  (:predicates
    (robot-at ?p - place)
    (connected ?a ?b - place)
    (leads ?d - door ?a ?b - place)
    (opening-at ?o - opening ?p - place)
    (open ?o - opening)
    (device-at ?d - device ?p - place)
    (switched-on ?d - device)
    (spot-at ?s - spot ?p - place)
    (at-spot ?t - thing ?s - spot)
    (holding ?t - thing)
    (hand-free)
    (clean ?t - thing)
    (water-source ?p - place)
    (full ?c - watering-can)
    (plant-at ?x - plant ?p - place)
    (watered ?x - plant)
    (trimmed ?x - shrub)
    (grows-on ?c - crop ?x - plant)
    (picked ?c - crop)
    (lawn-at ?l - lawn ?p - place)
    (mown ?l - lawn)
    (animal-at ?a - animal ?p - place)
    (eats ?a - animal ?f - feed)
    (fed ?a - animal))

  (:action walk
    :parameters (?from ?to - place)
    :precondition (and (robot-at ?from) (connected ?from ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))
  (:action pass-door
    :parameters (?d - door ?from ?to - place)
    :precondition (and (robot-at ?from) (leads ?d ?from ?to) (open ?d))
    :effect (and (robot-at ?to) (not (robot-at ?from))))
  (:action open-it
    :parameters (?o - opening ?p - place)
    :precondition (and (robot-at ?p) (opening-at ?o ?p) (not (open ?o)))
    :effect (open ?o))
  (:action close-it
    :parameters (?o - opening ?p - place)
    :precondition (and (robot-at ?p) (opening-at ?o ?p) (open ?o))
    :effect (not (open ?o)))
  (:action take
    :parameters (?t - thing ?s - spot ?p - place)
    :precondition (and (robot-at ?p) (spot-at ?s ?p) (at-spot ?t ?s) (hand-free))
    :effect (and (holding ?t) (not (hand-free)) (not (at-spot ?t ?s))))
  (:action put
    :parameters (?t - thing ?s - spot ?p - place)
    :precondition (and (robot-at ?p) (spot-at ?s ?p) (holding ?t))
    :effect (and (at-spot ?t ?s) (hand-free) (not (holding ?t))))
  (:action switch-on
    :parameters (?d - device ?p - place)
    :precondition (and (robot-at ?p) (device-at ?d ?p) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?p - place)
    :precondition (and (robot-at ?p) (device-at ?d ?p) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action rinse
    :parameters (?t - thing ?p - place)
    :precondition (and (robot-at ?p) (water-source ?p) (holding ?t) (not (clean ?t)))
    :effect (clean ?t))
  (:action fill
    :parameters (?c - watering-can ?p - place)
    :precondition (and (robot-at ?p) (water-source ?p) (holding ?c) (not (full ?c)))
    :effect (full ?c))
  (:action water
    :parameters (?x - plant ?c - watering-can ?p - place)
    :precondition (and (robot-at ?p) (plant-at ?x ?p) (holding ?c) (full ?c))
    :effect (and (watered ?x) (not (full ?c))))
  (:action trim
    :parameters (?x - shrub ?t - trimmer ?p - place)
    :precondition (and (robot-at ?p) (plant-at ?x ?p) (holding ?t))
    :effect (trimmed ?x))
  (:action pick
    :parameters (?c - crop ?x - plant ?p - place)
    :precondition (and (robot-at ?p) (plant-at ?x ?p) (grows-on ?c ?x) (not (picked ?c)) (hand-free))
    :effect (and (picked ?c) (holding ?c) (not (hand-free))))
  (:action mow
    :parameters (?l - lawn ?m - mower ?p - place)
    :precondition (and (robot-at ?p) (lawn-at ?l ?p) (holding ?m))
    :effect (mown ?l))
  (:action feed-animal
    :parameters (?a - animal ?f - feed ?p - place)
    :precondition (and (robot-at ?p) (animal-at ?a ?p) (eats ?a ?f) (holding ?f))
    :effect (fed ?a)))
