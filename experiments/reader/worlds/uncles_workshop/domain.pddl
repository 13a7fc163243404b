(define (domain uncles_workshop)
  (:requirements :strips :typing :negative-preconditions)
  (:types place thing machine light paint patch - object
          top chest - place
          tool workpiece junk - thing
          edged - tool)
  (:predicates
    (item_at ?t - thing ?p - place)
    (shut ?c - chest)
    (blunt ?e - edged)
    (rusty ?t - tool)
    (whirring ?m - machine)
    (rough ?w - workpiece)
    (painted ?w - workpiece ?c - paint)
    (bare ?w - workpiece)
    (littered ?p - patch)
    (shining ?l - light))
  (:action move_over
    :parameters (?t - thing ?p - top ?q - top)
    :precondition (item_at ?t ?p)
    :effect (and (not (item_at ?t ?p)) (item_at ?t ?q)))
  (:action stow
    :parameters (?t - thing ?p - top ?c - chest)
    :precondition (and (item_at ?t ?p) (not (shut ?c)))
    :effect (and (not (item_at ?t ?p)) (item_at ?t ?c)))
  (:action fetch_out
    :parameters (?t - thing ?c - chest ?p - top)
    :precondition (and (item_at ?t ?c) (not (shut ?c)))
    :effect (and (not (item_at ?t ?c)) (item_at ?t ?p)))
  (:action lift_lid
    :parameters (?c - chest)
    :precondition (shut ?c)
    :effect (not (shut ?c)))
  (:action drop_lid
    :parameters (?c - chest)
    :precondition (not (shut ?c))
    :effect (shut ?c))
  (:action hone
    :parameters (?e - edged ?p - top)
    :precondition (and (item_at ?e ?p) (blunt ?e))
    :effect (not (blunt ?e)))
  (:action derust
    :parameters (?t - tool ?p - top)
    :precondition (and (item_at ?t ?p) (rusty ?t))
    :effect (not (rusty ?t)))
  (:action power_up
    :parameters (?m - machine)
    :precondition (not (whirring ?m))
    :effect (whirring ?m))
  (:action power_down
    :parameters (?m - machine)
    :precondition (whirring ?m)
    :effect (not (whirring ?m)))
  (:action sand
    :parameters (?w - workpiece ?p - top)
    :precondition (and (item_at ?w ?p) (rough ?w))
    :effect (not (rough ?w)))
  (:action coat
    :parameters (?w - workpiece ?c - paint ?p - top)
    :precondition (and (item_at ?w ?p) (bare ?w) (not (rough ?w)))
    :effect (and (painted ?w ?c) (not (bare ?w))))
  (:action sweep
    :parameters (?p - patch)
    :precondition (littered ?p)
    :effect (not (littered ?p)))
  (:action flick_on
    :parameters (?l - light)
    :precondition (not (shining ?l))
    :effect (shining ?l))
  (:action flick_off
    :parameters (?l - light)
    :precondition (shining ?l)
    :effect (not (shining ?l))))
