(define (domain signalbox)
  (:requirements :strips :typing :negative-preconditions)
  (:types zone place item door animal curtain - object
          furniture box - place
          bedstead - furniture
          clothing - item)
  (:predicates
    (robot-in ?z - zone)
    (place-in ?z - zone ?p - place)
    (door-in ?z - zone ?d - door)
    (animal-in ?z - zone ?a - animal)
    (curtain-in ?z - zone ?c - curtain)
    (washer-in ?z - zone)
    (kept ?p - place ?i - item)
    (grasped ?i - item)
    (arm-free)
    (shut ?p - place)
    (locked ?d - door)
    (made ?b - bedstead)
    (fed ?a - animal)
    (washed ?c - clothing)
    (drawn ?c - curtain))
  (:action move
    :parameters (?from ?to - zone)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action take
    :parameters (?i - item ?p - place ?z - zone)
    :precondition (and (robot-in ?z) (place-in ?z ?p) (kept ?p ?i) (not (shut ?p)) (arm-free))
    :effect (and (grasped ?i) (not (kept ?p ?i)) (not (arm-free))))
  (:action put
    :parameters (?i - item ?p - place ?z - zone)
    :precondition (and (robot-in ?z) (place-in ?z ?p) (grasped ?i) (not (shut ?p)))
    :effect (and (kept ?p ?i) (arm-free) (not (grasped ?i))))
  (:action open-box
    :parameters (?b - box ?z - zone)
    :precondition (and (robot-in ?z) (place-in ?z ?b) (shut ?b) (arm-free))
    :effect (not (shut ?b)))
  (:action shut-box
    :parameters (?b - box ?z - zone)
    :precondition (and (robot-in ?z) (place-in ?z ?b) (not (shut ?b)) (arm-free))
    :effect (shut ?b))
  (:action lock
    :parameters (?d - door ?z - zone)
    :precondition (and (robot-in ?z) (door-in ?z ?d) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?z - zone)
    :precondition (and (robot-in ?z) (door-in ?z ?d) (locked ?d))
    :effect (not (locked ?d)))
  (:action make-bed
    :parameters (?b - bedstead ?z - zone)
    :precondition (and (robot-in ?z) (place-in ?z ?b) (arm-free) (not (made ?b)))
    :effect (made ?b))
  (:action feed
    :parameters (?a - animal ?z - zone)
    :precondition (and (robot-in ?z) (animal-in ?z ?a) (arm-free) (not (fed ?a)))
    :effect (fed ?a))
  (:action launder
    :parameters (?c - clothing ?z - zone)
    :precondition (and (robot-in ?z) (washer-in ?z) (grasped ?c) (not (washed ?c)))
    :effect (washed ?c))
  (:action draw-curtain
    :parameters (?c - curtain ?z - zone)
    :precondition (and (robot-in ?z) (curtain-in ?z ?c) (not (drawn ?c)))
    :effect (drawn ?c))
  (:action open-curtain
    :parameters (?c - curtain ?z - zone)
    :precondition (and (robot-in ?z) (curtain-in ?z ?c) (drawn ?c))
    :effect (not (drawn ?c))))
