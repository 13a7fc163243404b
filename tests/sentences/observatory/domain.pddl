; The night assistant of a small observatory.
(define (domain observatory_night)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types
    dome telescope camera lamp target - object)
  (:predicates
    (is_open ?d - dome)
    (is_capped ?t - telescope)
    (is_parked ?t - telescope)
    (pointed_at ?t - telescope ?x - target)
    (housed_in ?t - telescope ?d - dome)
    (attached ?c - camera ?t - telescope)
    (is_free ?c - camera)
    (is_cold ?c - camera)
    (has_image ?c - camera)
    (is_lit ?l - lamp)
    (is_bright ?x - target))

  (:action open_dome
    :parameters (?d - dome)
    :precondition (not (is_open ?d))
    :effect (is_open ?d))

  (:action close_dome
    :parameters (?d - dome)
    :precondition (is_open ?d)
    :effect (not (is_open ?d)))

  (:action remove_cap
    :parameters (?t - telescope)
    :precondition (is_capped ?t)
    :effect (not (is_capped ?t)))

  (:action fit_cap
    :parameters (?t - telescope)
    :precondition (not (is_capped ?t))
    :effect (is_capped ?t))

  (:action slew
    :parameters (?t - telescope ?x - target)
    :precondition (not (pointed_at ?t ?x))
    :effect (and (pointed_at ?t ?x) (not (is_parked ?t))
                 (forall (?y - target) (when (pointed_at ?t ?y) (not (pointed_at ?t ?y))))))

  (:action park
    :parameters (?t - telescope)
    :precondition (not (is_parked ?t))
    :effect (and (is_parked ?t)
                 (forall (?y - target) (not (pointed_at ?t ?y)))))

  (:action attach_camera
    :parameters (?c - camera ?t - telescope)
    :precondition (is_free ?c)
    :effect (and (attached ?c ?t) (not (is_free ?c))))

  (:action detach_camera
    :parameters (?c - camera ?t - telescope)
    :precondition (attached ?c ?t)
    :effect (and (is_free ?c) (not (attached ?c ?t))))

  (:action chill
    :parameters (?c - camera)
    :precondition (not (is_cold ?c))
    :effect (is_cold ?c))

  (:action expose
    :parameters (?c - camera ?t - telescope)
    :precondition (and (attached ?c ?t) (not (is_capped ?t)))
    :effect (has_image ?c))

  (:action lamp_on
    :parameters (?l - lamp)
    :precondition (not (is_lit ?l))
    :effect (is_lit ?l))

  (:action lamp_off
    :parameters (?l - lamp)
    :precondition (is_lit ?l)
    :effect (not (is_lit ?l))))
