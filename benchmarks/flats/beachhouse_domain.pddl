(define (domain beachhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types room spot bag item door shutter device - object
          food towel - item)
  (:predicates
    (robot-at ?r - room)
    (placed ?i - item ?s - spot)
    (packed ?i - item ?b - bag)
    (carrying ?i - item)
    (gripper-free)
    (locked ?d - door)
    (shut ?s - shutter)
    (switched-on ?d - device)
    (wet ?t - towel)
    (swept ?r - room)
    (spot-at ?s - spot ?r - room)
    (bag-at ?b - bag ?r - room)
    (door-at ?d - door ?r - room)
    (shutter-at ?s - shutter ?r - room)
    (device-at ?d - device ?r - room)
    (has-clothesline ?r - room)
    (has-shower ?r - room))
  (:action drive
    :parameters (?from - room ?to - room)
    :precondition (robot-at ?from)
    :effect (and (not (robot-at ?from)) (robot-at ?to)))
  (:action grasp
    :parameters (?i - item ?s - spot ?r - room)
    :precondition (and (robot-at ?r) (spot-at ?s ?r) (placed ?i ?s) (gripper-free))
    :effect (and (carrying ?i) (not (placed ?i ?s)) (not (gripper-free))))
  (:action place
    :parameters (?i - item ?s - spot ?r - room)
    :precondition (and (robot-at ?r) (spot-at ?s ?r) (carrying ?i))
    :effect (and (placed ?i ?s) (gripper-free) (not (carrying ?i))))
  (:action pack
    :parameters (?i - item ?b - bag ?r - room)
    :precondition (and (robot-at ?r) (bag-at ?b ?r) (carrying ?i))
    :effect (and (packed ?i ?b) (gripper-free) (not (carrying ?i))))
  (:action unpack
    :parameters (?i - item ?b - bag ?r - room)
    :precondition (and (robot-at ?r) (bag-at ?b ?r) (packed ?i ?b) (gripper-free))
    :effect (and (carrying ?i) (not (packed ?i ?b)) (not (gripper-free))))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (door-at ?d ?r) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (door-at ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action close-shutter
    :parameters (?s - shutter ?r - room)
    :precondition (and (robot-at ?r) (shutter-at ?s ?r) (not (shut ?s)))
    :effect (shut ?s))
  (:action open-shutter
    :parameters (?s - shutter ?r - room)
    :precondition (and (robot-at ?r) (shutter-at ?s ?r) (shut ?s))
    :effect (not (shut ?s)))
  (:action switch-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (device-at ?d ?r) (not (switched-on ?d)))
    :effect (switched-on ?d))
  (:action switch-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-at ?r) (device-at ?d ?r) (switched-on ?d))
    :effect (not (switched-on ?d)))
  (:action dry-towel
    :parameters (?t - towel ?r - room)
    :precondition (and (robot-at ?r) (has-clothesline ?r) (carrying ?t) (wet ?t))
    :effect (not (wet ?t)))
  (:action rinse-towel
    :parameters (?t - towel ?r - room)
    :precondition (and (robot-at ?r) (has-shower ?r) (carrying ?t) (not (wet ?t)))
    :effect (wet ?t))
  (:action sweep
    :parameters (?r - room)
    :precondition (and (robot-at ?r) (gripper-free))
    :effect (swept ?r)))
