(define (domain terrace)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room person pet - object
    fixture item - object
    surface container device window plant - fixture
    lamp appliance - device
    mug food garment toy eyewear can reading - item)
  (:predicates
    (robot-at ?r - room)
    (connected ?a - room ?b - room)
    (placed ?f - fixture ?r - room)
    (person-in ?p - person ?r - room)
    (pet-in ?p - pet ?r - room)
    (has-sink ?r - room)
    (belongs-to ?i - item ?p - person)
    (room-of ?r - room ?p - person)
    (food-for ?f - food ?p - pet)
    (closable ?c - container)
    (open ?c - container)
    (window-open ?w - window)
    (switched-on ?d - device)
    (on ?i - item ?s - surface)
    (in ?i - item ?c - container)
    (holding ?i - item)
    (handempty)
    (has ?p - person ?i - item)
    (clean ?m - mug)
    (watered ?p - plant)
    (fed ?p - pet))
  (:action go
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from) (connected ?from ?to))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))
  (:action open-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (placed ?c ?r) (closable ?c) (not (open ?c)))
    :effect (open ?c))
  (:action close-container
    :parameters (?c - container ?r - room)
    :precondition (and (robot-at ?r) (placed ?c ?r) (closable ?c) (open ?c))
    :effect (not (open ?c)))
  (:action pick-up
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (placed ?s ?r) (on ?i ?s) (handempty))
    :effect (and (holding ?i) (not (on ?i ?s)) (not (handempty))))
  (:action put-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-at ?r) (placed ?s ?r) (holding ?i))
    :effect (and (on ?i ?s) (handempty) (not (holding ?i))))
  (:action take-out
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (placed ?c ?r) (open ?c) (in ?i ?c) (handempty))
    :effect (and (holding ?i) (not (in ?i ?c)) (not (handempty))))
  (:action put-in
    :parameters (?i - item ?c - container ?r - room)
    :precondition (and (robot-at ?r) (placed ?c ?r) (open ?c) (holding ?i))
    :effect (and (in ?i ?c) (handempty) (not (holding ?i))))
  (:action open-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (placed ?w ?r) (not (window-open ?w)))
    :effect (window-open ?w))
  (:action close-window
    :parameters (?w - window ?r - room)
    :precondition (and (robot-at ?r) (placed ?w ?r) (window-open ?w))
    :effect (not (window-open ?w)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (placed ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (placed ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action wash
    :parameters (?m - mug ?r - room)
    :precondition (and (robot-at ?r) (has-sink ?r) (holding ?m) (not (clean ?m)))
    :effect (clean ?m))
  (:action water
    :parameters (?p - plant ?t - can ?r - room)
    :precondition (and (robot-at ?r) (placed ?p ?r) (holding ?t) (not (watered ?p)))
    :effect (watered ?p))
  (:action feed
    :parameters (?p - pet ?f - food ?r - room)
    :precondition (and (robot-at ?r) (pet-in ?p ?r) (holding ?f) (food-for ?f ?p) (not (fed ?p)))
    :effect (fed ?p))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (person-in ?p ?r) (holding ?i))
    :effect (and (has ?p ?i) (handempty) (not (holding ?i)))))
