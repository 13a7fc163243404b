(define (domain home-cinema)
  (:requirements :strips :typing :negative-preconditions)
  (:types prop furniture device drape portal - object
          remote disc snack - prop
          seat cabinet - furniture
          screen_device player speaker lamp popper - device)
  (:predicates
    (resting ?f - furniture ?p - prop)
    (powered ?d - device)
    (muted ?s - speaker)
    (loaded ?y - player ?d - disc)
    (tray_free ?y - player)
    (cabinet_open ?c - cabinet)
    (drawn_shut ?d - drape)
    (crumby ?s - seat)
    (door_closed ?p - portal)
    (popped ?k - snack)
    (kernels ?k - snack))
  (:action carry_over
    :parameters (?p - prop ?from ?to - seat)
    :precondition (resting ?from ?p)
    :effect (and (not (resting ?from ?p)) (resting ?to ?p)))
  (:action put_into_cabinet
    :parameters (?p - prop ?from - seat ?c - cabinet)
    :precondition (and (resting ?from ?p) (cabinet_open ?c))
    :effect (and (not (resting ?from ?p)) (resting ?c ?p)))
  (:action fetch_from_cabinet
    :parameters (?p - prop ?c - cabinet ?to - seat)
    :precondition (and (resting ?c ?p) (cabinet_open ?c))
    :effect (and (not (resting ?c ?p)) (resting ?to ?p)))
  (:action pull_open
    :parameters (?c - cabinet)
    :precondition (not (cabinet_open ?c))
    :effect (cabinet_open ?c))
  (:action push_shut
    :parameters (?c - cabinet)
    :precondition (cabinet_open ?c)
    :effect (not (cabinet_open ?c)))
  (:action power_up
    :parameters (?d - device)
    :precondition (not (powered ?d))
    :effect (powered ?d))
  (:action power_down
    :parameters (?d - device)
    :precondition (powered ?d)
    :effect (not (powered ?d)))
  (:action mute
    :parameters (?s - speaker)
    :precondition (and (powered ?s) (not (muted ?s)))
    :effect (muted ?s))
  (:action insert_disc
    :parameters (?d - disc ?y - player ?from - seat)
    :precondition (and (resting ?from ?d) (powered ?y) (tray_free ?y))
    :effect (and (loaded ?y ?d) (not (tray_free ?y)) (not (resting ?from ?d))))
  (:action eject_disc
    :parameters (?d - disc ?y - player ?to - seat)
    :precondition (and (loaded ?y ?d) (powered ?y))
    :effect (and (not (loaded ?y ?d)) (tray_free ?y) (resting ?to ?d)))
  (:action draw_curtain
    :parameters (?d - drape)
    :precondition (not (drawn_shut ?d))
    :effect (drawn_shut ?d))
  (:action brush_off
    :parameters (?s - seat)
    :precondition (crumby ?s)
    :effect (not (crumby ?s)))
  (:action close_door
    :parameters (?p - portal)
    :precondition (not (door_closed ?p))
    :effect (door_closed ?p))
  (:action pop_corn
    :parameters (?k - snack ?m - popper)
    :precondition (and (kernels ?k) (powered ?m) (not (popped ?k)))
    :effect (popped ?k)))
