(define (domain canalside)
  (:requirements :strips :typing :negative-preconditions)
  (:types room fixture item - object
          spot lockable device bowl - fixture
          surface container - spot
          dishwasher - container
          door bike - lockable
          lamp - device
          mug book gadget food linen - item)
  (:predicates
    (robot-in ?r - room)
    (linked ?a ?b - room)
    (leads ?d - door ?a ?b - room)
    (near ?f - fixture ?r - room)
    (empty-handed)
    (carrying ?x - item)
    (lies-on ?x - item ?s - surface)
    (inside ?x - item ?c - container)
    (opened ?c - container)
    (locked ?k - lockable)
    (running ?d - device)
    (clean ?m - mug)
    (tea-in ?m - mug)
    (kettle-in ?r - room)
    (socket-at ?s - surface)
    (charged ?g - gadget)
    (filled ?b - bowl))

  (:action walk
    :parameters (?a ?b - room)
    :precondition (and (robot-in ?a) (linked ?a ?b))
    :effect (and (robot-in ?b) (not (robot-in ?a))))

  (:action pass-door
    :parameters (?d - door ?a ?b - room)
    :precondition (and (robot-in ?a) (leads ?d ?a ?b) (not (locked ?d)))
    :effect (and (robot-in ?b) (not (robot-in ?a))))

  (:action grab
    :parameters (?x - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (near ?s ?r) (lies-on ?x ?s) (empty-handed))
    :effect (and (carrying ?x) (not (lies-on ?x ?s)) (not (empty-handed))))

  (:action set-down
    :parameters (?x - item ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (near ?s ?r) (carrying ?x))
    :effect (and (lies-on ?x ?s) (empty-handed) (not (carrying ?x))))

  (:action fetch-out
    :parameters (?x - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (near ?c ?r) (opened ?c) (inside ?x ?c) (empty-handed))
    :effect (and (carrying ?x) (not (inside ?x ?c)) (not (empty-handed))))

  (:action stow
    :parameters (?x - item ?c - container ?r - room)
    :precondition (and (robot-in ?r) (near ?c ?r) (opened ?c) (carrying ?x))
    :effect (and (inside ?x ?c) (empty-handed) (not (carrying ?x))))

  (:action pull-open
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (near ?c ?r) (empty-handed) (not (opened ?c)))
    :effect (opened ?c))

  (:action push-shut
    :parameters (?c - container ?r - room)
    :precondition (and (robot-in ?r) (near ?c ?r) (empty-handed) (opened ?c))
    :effect (not (opened ?c)))

  (:action run-dishwasher
    :parameters (?m - mug ?w - dishwasher ?r - room)
    :precondition (and (robot-in ?r) (near ?w ?r) (inside ?m ?w) (not (opened ?w)) (not (clean ?m)))
    :effect (and (clean ?m) (not (tea-in ?m))))

  (:action brew-tea
    :parameters (?m - mug ?r - room)
    :precondition (and (robot-in ?r) (kettle-in ?r) (carrying ?m) (clean ?m))
    :effect (and (tea-in ?m) (not (clean ?m))))

  (:action turn-on
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (near ?d ?r) (not (running ?d)))
    :effect (running ?d))

  (:action turn-off
    :parameters (?d - device ?r - room)
    :precondition (and (robot-in ?r) (near ?d ?r) (running ?d))
    :effect (not (running ?d)))

  (:action lock
    :parameters (?k - lockable ?r - room)
    :precondition (and (robot-in ?r) (near ?k ?r) (empty-handed) (not (locked ?k)))
    :effect (locked ?k))

  (:action unlock
    :parameters (?k - lockable ?r - room)
    :precondition (and (robot-in ?r) (near ?k ?r) (empty-handed) (locked ?k))
    :effect (not (locked ?k)))

  (:action charge
    :parameters (?g - gadget ?s - surface ?r - room)
    :precondition (and (robot-in ?r) (near ?s ?r) (socket-at ?s) (lies-on ?g ?s) (empty-handed) (not (charged ?g)))
    :effect (charged ?g))

  (:action fill-bowl
    :parameters (?b - bowl ?r - room)
    :precondition (and (robot-in ?r) (near ?b ?r) (empty-handed) (not (filled ?b)))
    :effect (filled ?b)))
