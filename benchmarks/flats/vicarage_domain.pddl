(define (domain vicarage)
  (:requirements :strips :typing :negative-preconditions)
  (:types fixture curtain item - object
          surface container device - fixture)
  (:predicates
    (arm_free)
    (carried ?i - item)
    (on_top ?i - item ?s - surface)
    (inside ?i - item ?c - container)
    (is_open ?c - container)
    (switchable ?f - fixture)
    (active ?f - fixture)
    (drawn ?k - curtain)
    (dishware ?i - item)
    (soiled ?i - item))
  (:action lift
    :parameters (?i - item ?s - surface)
    :precondition (and (on_top ?i ?s) (arm_free))
    :effect (and (carried ?i) (not (on_top ?i ?s)) (not (arm_free))))
  (:action set_down
    :parameters (?i - item ?s - surface)
    :precondition (carried ?i)
    :effect (and (on_top ?i ?s) (arm_free) (not (carried ?i))))
  (:action take_out
    :parameters (?i - item ?c - container)
    :precondition (and (inside ?i ?c) (is_open ?c) (arm_free))
    :effect (and (carried ?i) (not (inside ?i ?c)) (not (arm_free))))
  (:action insert
    :parameters (?i - item ?c - container)
    :precondition (and (carried ?i) (is_open ?c))
    :effect (and (inside ?i ?c) (arm_free) (not (carried ?i))))
  (:action open_up
    :parameters (?c - container)
    :precondition (and (arm_free) (not (is_open ?c)))
    :effect (is_open ?c))
  (:action shut
    :parameters (?c - container)
    :precondition (and (arm_free) (is_open ?c))
    :effect (not (is_open ?c)))
  (:action activate
    :parameters (?f - fixture)
    :precondition (and (switchable ?f) (not (active ?f)))
    :effect (active ?f))
  (:action deactivate
    :parameters (?f - fixture)
    :precondition (and (switchable ?f) (active ?f))
    :effect (not (active ?f)))
  (:action draw_curtain
    :parameters (?k - curtain)
    :precondition (and (arm_free) (not (drawn ?k)))
    :effect (drawn ?k))
  (:action pull_back_curtain
    :parameters (?k - curtain)
    :precondition (and (arm_free) (drawn ?k))
    :effect (not (drawn ?k)))
  (:action rinse
    :parameters (?i - item)
    :precondition (and (carried ?i) (dishware ?i) (soiled ?i))
    :effect (not (soiled ?i))))
