(define (domain hollin_royd)
  (:requirements :strips :typing :negative-preconditions)
  (:types room gentleman dog bed opening appliance tap thing furniture - object
          window cabinet - opening
          tumbler flask blanket - thing)
  (:predicates
    (butler-at ?r - room)
    (connects ?a - room ?b - room)
    (found-in ?o - object ?r - room)
    (resting-on ?f - furniture ?t - thing)
    (put-by ?c - cabinet ?t - thing)
    (bearing ?t - thing)
    (unburdened)
    (has ?g - gentleman ?t - thing)
    (open ?o - opening)
    (shut ?o - opening)
    (on ?a - appliance)
    (off ?a - appliance)
    (running ?t - tap)
    (made ?b - bed)
    (unmade ?b - bed)
    (clean ?t - tumbler)
    (dirty ?t - tumbler)
    (full ?f - flask)
    (empty ?f - flask)
    (hungry ?d - dog)
    (fed ?d - dog)
    (water-in ?r - room))
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (butler-at ?a) (connects ?a ?b))
    :effect (and (not (butler-at ?a)) (butler-at ?b)))
  (:action take-from
    :parameters (?t - thing ?f - furniture ?r - room)
    :precondition (and (butler-at ?r) (found-in ?f ?r) (resting-on ?f ?t) (unburdened))
    :effect (and (bearing ?t) (not (unburdened)) (not (resting-on ?f ?t))))
  (:action rest-on
    :parameters (?t - thing ?f - furniture ?r - room)
    :precondition (and (butler-at ?r) (found-in ?f ?r) (bearing ?t))
    :effect (and (resting-on ?f ?t) (unburdened) (not (bearing ?t))))
  (:action fetch-out
    :parameters (?t - thing ?c - cabinet ?r - room)
    :precondition (and (butler-at ?r) (found-in ?c ?r) (open ?c) (put-by ?c ?t) (unburdened))
    :effect (and (bearing ?t) (not (unburdened)) (not (put-by ?c ?t))))
  (:action put-away
    :parameters (?t - thing ?c - cabinet ?r - room)
    :precondition (and (butler-at ?r) (found-in ?c ?r) (open ?c) (bearing ?t))
    :effect (and (put-by ?c ?t) (unburdened) (not (bearing ?t))))
  (:action serve
    :parameters (?t - thing ?g - gentleman ?r - room)
    :precondition (and (butler-at ?r) (found-in ?g ?r) (bearing ?t))
    :effect (and (has ?g ?t) (unburdened) (not (bearing ?t))))
  (:action open-up
    :parameters (?o - opening ?r - room)
    :precondition (and (butler-at ?r) (found-in ?o ?r) (shut ?o))
    :effect (and (open ?o) (not (shut ?o))))
  (:action close-up
    :parameters (?o - opening ?r - room)
    :precondition (and (butler-at ?r) (found-in ?o ?r) (open ?o))
    :effect (and (shut ?o) (not (open ?o))))
  (:action put-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (butler-at ?r) (found-in ?a ?r) (off ?a))
    :effect (and (on ?a) (not (off ?a))))
  (:action put-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (butler-at ?r) (found-in ?a ?r) (on ?a))
    :effect (and (off ?a) (not (on ?a))))
  (:action stop-tap
    :parameters (?t - tap ?r - room)
    :precondition (and (butler-at ?r) (found-in ?t ?r) (running ?t))
    :effect (not (running ?t)))
  (:action make-bed
    :parameters (?b - bed ?r - room)
    :precondition (and (butler-at ?r) (found-in ?b ?r) (unmade ?b) (unburdened))
    :effect (and (made ?b) (not (unmade ?b))))
  (:action wash-tumbler
    :parameters (?t - tumbler ?r - room)
    :precondition (and (butler-at ?r) (water-in ?r) (bearing ?t) (dirty ?t))
    :effect (and (clean ?t) (not (dirty ?t))))
  (:action fill-flask
    :parameters (?f - flask ?r - room)
    :precondition (and (butler-at ?r) (water-in ?r) (bearing ?f) (empty ?f))
    :effect (and (full ?f) (not (empty ?f))))
  (:action feed
    :parameters (?d - dog ?r - room)
    :precondition (and (butler-at ?r) (found-in ?d ?r) (hungry ?d))
    :effect (and (fed ?d) (not (hungry ?d)))))
