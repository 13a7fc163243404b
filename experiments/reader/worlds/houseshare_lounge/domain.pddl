(define (domain houseshare_lounge)
  (:requirements :strips :typing :negative-preconditions)
  (:types movable place device portal - object
          cushion vessel gear - movable
          entrance pane - portal)
  (:predicates
    (rests ?m - movable ?p - place)
    (switched_on ?d - device)
    (open ?p - portal)
    (locked ?e - entrance)
    (dusty ?p - place)
    (stained ?c - cushion)
    (charging ?g - gear)
    (chargeable ?g - gear)
    (muted ?d - device)
    (has_sound ?d - device))
  (:action move
    :parameters (?m - movable ?from - place ?to - place)
    :precondition (rests ?m ?from)
    :effect (and (rests ?m ?to) (not (rests ?m ?from))))
  (:action turn_on
    :parameters (?d - device)
    :precondition (not (switched_on ?d))
    :effect (switched_on ?d))
  (:action turn_off
    :parameters (?d - device)
    :precondition (switched_on ?d)
    :effect (not (switched_on ?d)))
  (:action mute
    :parameters (?d - device)
    :precondition (and (has_sound ?d) (not (muted ?d)))
    :effect (muted ?d))
  (:action unmute
    :parameters (?d - device)
    :precondition (and (has_sound ?d) (muted ?d))
    :effect (not (muted ?d)))
  (:action open_door
    :parameters (?e - entrance)
    :precondition (and (not (open ?e)) (not (locked ?e)))
    :effect (open ?e))
  (:action close_door
    :parameters (?e - entrance)
    :precondition (open ?e)
    :effect (not (open ?e)))
  (:action lock_door
    :parameters (?e - entrance)
    :precondition (and (not (open ?e)) (not (locked ?e)))
    :effect (locked ?e))
  (:action unlock_door
    :parameters (?e - entrance)
    :precondition (locked ?e)
    :effect (not (locked ?e)))
  (:action open_window
    :parameters (?w - pane)
    :precondition (not (open ?w))
    :effect (open ?w))
  (:action close_window
    :parameters (?w - pane)
    :precondition (open ?w)
    :effect (not (open ?w)))
  (:action dust
    :parameters (?p - place)
    :precondition (dusty ?p)
    :effect (not (dusty ?p)))
  (:action clean_cushion
    :parameters (?c - cushion)
    :precondition (stained ?c)
    :effect (not (stained ?c)))
  (:action plug_in
    :parameters (?g - gear)
    :precondition (and (chargeable ?g) (not (charging ?g)))
    :effect (charging ?g)))
