; A flat with a hobby room. The robot has one gripper.
(define (domain hobbyroom)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room furniture device blind plant tank item - object
    lamp - device
    book - item)
  (:predicates
    ; changed by actions
    (robot-in ?r - room)
    (gripper-free)
    (holding ?i - item)
    (on ?i - item ?f - furniture)
    (loaded ?i - item ?d - device)
    (switched-on ?d - device)
    (lowered ?b - blind)
    (watered ?p - plant)
    (fed ?t - tank)
    (clean ?t - tank)
    ; fixed
    (found-in ?x - object ?r - room)
    (fits ?i - item ?d - device)
    (gives-water ?i - item)
    (is-feed ?i - item))

  (:action go
    :parameters (?from - room ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))

  (:action pick-up
    :parameters (?i - item ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (found-in ?f ?r) (on ?i ?f) (gripper-free))
    :effect (and (holding ?i) (not (on ?i ?f)) (not (gripper-free))))
  (:action put-on
    :parameters (?i - item ?f - furniture ?r - room)
    :precondition (and (robot-in ?r) (found-in ?f ?r) (holding ?i))
    :effect (and (on ?i ?f) (gripper-free) (not (holding ?i))))

  (:action load
    :parameters (?i - item ?d - device ?r - room)
    :precondition (and (robot-in ?r) (found-in ?d ?r) (holding ?i) (fits ?i ?d))
    :effect (and (loaded ?i ?d) (gripper-free) (not (holding ?i))))
  (:action unload
    :parameters (?i - item ?d - device ?r - room)
    :precondition (and (robot-in ?r) (found-in ?d ?r) (loaded ?i ?d) (gripper-free))
    :effect (and (holding ?i) (not (loaded ?i ?d)) (not (gripper-free))))

  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (found-in ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (found-in ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))

  (:action lower-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (found-in ?b ?r) (not (lowered ?b)))
    :effect (lowered ?b))
  (:action raise-blind
    :parameters (?b - blind ?r - room)
    :precondition (and (robot-in ?r) (found-in ?b ?r) (lowered ?b))
    :effect (not (lowered ?b)))

  (:action water-plant
    :parameters (?p - plant ?i - item ?r - room)
    :precondition (and (robot-in ?r) (found-in ?p ?r) (holding ?i) (gives-water ?i) (not (watered ?p)))
    :effect (watered ?p))
  (:action feed-fish
    :parameters (?t - tank ?i - item ?r - room)
    :precondition (and (robot-in ?r) (found-in ?t ?r) (holding ?i) (is-feed ?i) (not (fed ?t)))
    :effect (fed ?t))
  (:action clean-tank
    :parameters (?t - tank ?r - room)
    :precondition (and (robot-in ?r) (found-in ?t ?r) (gripper-free) (not (clean ?t)))
    :effect (clean ?t))
)
