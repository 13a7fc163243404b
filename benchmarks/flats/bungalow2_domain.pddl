(define (domain bungalow2)
  (:requirements :strips :typing :negative-preconditions)
  (:types room person support storage door curtain device item - object
          lamp - device)
  (:predicates
    (robot-at ?r - room)
    (free-hand)
    (carrying ?i - item)
    (lying-on ?i - item ?s - support)
    (stored-in ?i - item ?c - storage)
    (has ?p - person ?i - item)
    (opened ?c - storage)
    (locked ?d - door)
    (closed ?k - curtain)
    (switched-on ?v - device)
    (stands-in ?x - object ?r - room)
    (sits-in ?p - person ?r - room)
    (next-to ?a - room ?b - room))
  (:action move
    :parameters (?a - room ?b - room)
    :precondition (and (robot-at ?a) (next-to ?a ?b))
    :effect (and (robot-at ?b) (not (robot-at ?a))))
  (:action pick-up
    :parameters (?i - item ?s - support ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (lying-on ?i ?s) (free-hand))
    :effect (and (carrying ?i) (not (free-hand)) (not (lying-on ?i ?s))))
  (:action lay-down
    :parameters (?i - item ?s - support ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?s ?r) (carrying ?i))
    :effect (and (lying-on ?i ?s) (free-hand) (not (carrying ?i))))
  (:action take-out
    :parameters (?i - item ?c - storage ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (opened ?c) (stored-in ?i ?c) (free-hand))
    :effect (and (carrying ?i) (not (free-hand)) (not (stored-in ?i ?c))))
  (:action store
    :parameters (?i - item ?c - storage ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (opened ?c) (carrying ?i))
    :effect (and (stored-in ?i ?c) (free-hand) (not (carrying ?i))))
  (:action hand-over
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (sits-in ?p ?r) (carrying ?i))
    :effect (and (has ?p ?i) (free-hand) (not (carrying ?i))))
  (:action take-from
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (robot-at ?r) (sits-in ?p ?r) (has ?p ?i) (free-hand))
    :effect (and (carrying ?i) (not (free-hand)) (not (has ?p ?i))))
  (:action open-storage
    :parameters (?c - storage ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (not (opened ?c)))
    :effect (opened ?c))
  (:action shut-storage
    :parameters (?c - storage ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?c ?r) (opened ?c))
    :effect (not (opened ?c)))
  (:action lock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?d ?r) (not (locked ?d)))
    :effect (locked ?d))
  (:action unlock
    :parameters (?d - door ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?d ?r) (locked ?d))
    :effect (not (locked ?d)))
  (:action close-curtain
    :parameters (?k - curtain ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?k ?r) (not (closed ?k)))
    :effect (closed ?k))
  (:action open-curtain
    :parameters (?k - curtain ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?k ?r) (closed ?k))
    :effect (not (closed ?k)))
  (:action switch-on
    :parameters (?v - device ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?v ?r) (not (switched-on ?v)))
    :effect (switched-on ?v))
  (:action switch-off
    :parameters (?v - device ?r - room)
    :precondition (and (robot-at ?r) (stands-in ?v ?r) (switched-on ?v))
    :effect (not (switched-on ?v))))
