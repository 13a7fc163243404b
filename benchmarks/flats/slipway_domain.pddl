(define (domain slipway)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room fixture item - object
    surface locker lamp door basin - fixture
    cooker - surface
    dish kettle-kind gear food - item)
  (:predicates
    (robot-in ?r - room)
    (linked ?a ?b - room)
    (situated ?f - fixture ?r - room)
    (lying-on ?i - item ?s - surface)
    (stowed ?i - item ?l - locker)
    (gripped ?i - item)
    (gripper-free)
    (open ?l - locker)
    (lit ?l - lamp)
    (bolted ?d - door)
    (clean ?d - dish)
    (full ?k - kettle-kind)
    (hot ?k - kettle-kind))
  (:action go
    :parameters (?a ?b - room)
    :precondition (and (robot-in ?a) (linked ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))
  (:action pick-off
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (situated ?s ?r) (lying-on ?i ?s) (gripper-free))
    :effect (and (gripped ?i) (not (gripper-free)) (not (lying-on ?i ?s))))
  (:action lay-on
    :parameters (?i - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (situated ?s ?r) (gripped ?i))
    :effect (and (lying-on ?i ?s) (gripper-free) (not (gripped ?i))))
  (:action take-out
    :parameters (?i - item ?l - locker ?r - room)
    :precondition (and (robot-in ?r) (situated ?l ?r) (open ?l) (stowed ?i ?l) (gripper-free))
    :effect (and (gripped ?i) (not (gripper-free)) (not (stowed ?i ?l))))
  (:action stow-in
    :parameters (?i - item ?l - locker ?r - room)
    :precondition (and (robot-in ?r) (situated ?l ?r) (open ?l) (gripped ?i))
    :effect (and (stowed ?i ?l) (gripper-free) (not (gripped ?i))))
  (:action open-locker
    :parameters (?l - locker ?r - room)
    :precondition (and (robot-in ?r) (situated ?l ?r) (gripper-free) (not (open ?l)))
    :effect (open ?l))
  (:action close-locker
    :parameters (?l - locker ?r - room)
    :precondition (and (robot-in ?r) (situated ?l ?r) (gripper-free) (open ?l))
    :effect (not (open ?l)))
  (:action light
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (situated ?l ?r) (not (lit ?l)))
    :effect (lit ?l))
  (:action douse
    :parameters (?l - lamp ?r - room)
    :precondition (and (robot-in ?r) (situated ?l ?r) (lit ?l))
    :effect (not (lit ?l)))
  (:action bolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (situated ?d ?r) (not (bolted ?d)))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - door ?r - room)
    :precondition (and (robot-in ?r) (situated ?d ?r) (bolted ?d))
    :effect (not (bolted ?d)))
  (:action rinse
    :parameters (?d - dish ?b - basin ?r - room)
    :precondition (and (robot-in ?r) (situated ?b ?r) (gripped ?d) (not (clean ?d)))
    :effect (clean ?d))
  (:action fill
    :parameters (?k - kettle-kind ?b - basin ?r - room)
    :precondition (and (robot-in ?r) (situated ?b ?r) (gripped ?k) (not (full ?k)))
    :effect (full ?k))
  (:action boil
    :parameters (?k - kettle-kind ?c - cooker ?r - room)
    :precondition (and (robot-in ?r) (situated ?c ?r) (lying-on ?k ?c) (full ?k) (not (hot ?k)))
    :effect (hot ?k)))
