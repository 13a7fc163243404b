(define (domain croft)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place person animal portable fixture - object
    dog sheep cow - animal
    lamb - sheep
    dish fuel fodder bucket blanket stick - portable
    rest burner openable trough basin - fixture
    stove oil-lamp - burner
    bin gate window - openable)
  (:predicates
    (bot-in ?p - place)
    (way ?p ?q - place)
    (stands ?f - fixture ?p - place)
    (gate-links ?g - gate ?p ?q - place)
    (animal-at ?c - animal ?p - place)
    (on ?x - portable ?r - rest)
    (in ?x - portable ?b - bin)
    (lying ?x - portable ?p - place)
    (held ?x - portable)
    (hand-free)
    (belongs ?x - portable ?h - person)
    (is-open ?o - openable)
    (fuelled ?b - burner)
    (burning ?b - burner)
    (eats ?c - animal ?f - fodder)
    (hungry ?c - animal)
    (dirty ?d - dish)
    (filled ?t - trough))
  (:action go
    :parameters (?p ?q - place)
    :precondition (and (bot-in ?p) (way ?p ?q))
    :effect (and (not (bot-in ?p)) (bot-in ?q)))
  (:action grab
    :parameters (?x - portable ?p - place)
    :precondition (and (bot-in ?p) (lying ?x ?p) (hand-free))
    :effect (and (held ?x) (not (hand-free)) (not (lying ?x ?p))))
  (:action set-down
    :parameters (?x - portable ?p - place)
    :precondition (and (bot-in ?p) (held ?x))
    :effect (and (lying ?x ?p) (hand-free) (not (held ?x))))
  (:action take-off
    :parameters (?x - portable ?r - rest ?p - place)
    :precondition (and (bot-in ?p) (stands ?r ?p) (on ?x ?r) (hand-free))
    :effect (and (held ?x) (not (hand-free)) (not (on ?x ?r))))
  (:action put-on
    :parameters (?x - portable ?r - rest ?p - place)
    :precondition (and (bot-in ?p) (stands ?r ?p) (held ?x))
    :effect (and (on ?x ?r) (hand-free) (not (held ?x))))
  (:action take-out
    :parameters (?x - portable ?b - bin ?p - place)
    :precondition (and (bot-in ?p) (stands ?b ?p) (is-open ?b) (in ?x ?b) (hand-free))
    :effect (and (held ?x) (not (hand-free)) (not (in ?x ?b))))
  (:action put-in
    :parameters (?x - portable ?b - bin ?p - place)
    :precondition (and (bot-in ?p) (stands ?b ?p) (is-open ?b) (held ?x))
    :effect (and (in ?x ?b) (hand-free) (not (held ?x))))
  (:action open
    :parameters (?o - openable ?p - place)
    :precondition (and (bot-in ?p) (stands ?o ?p) (not (is-open ?o)))
    :effect (is-open ?o))
  (:action shut
    :parameters (?o - openable ?p - place)
    :precondition (and (bot-in ?p) (stands ?o ?p) (is-open ?o))
    :effect (not (is-open ?o)))
  (:action stoke
    :parameters (?s - stove ?f - fuel ?p - place)
    :precondition (and (bot-in ?p) (stands ?s ?p) (held ?f) (not (fuelled ?s)))
    :effect (and (fuelled ?s) (hand-free) (not (held ?f))))
  (:action light
    :parameters (?b - burner ?p - place)
    :precondition (and (bot-in ?p) (stands ?b ?p) (fuelled ?b) (not (burning ?b)))
    :effect (burning ?b))
  (:action put-out
    :parameters (?b - burner ?p - place)
    :precondition (and (bot-in ?p) (stands ?b ?p) (burning ?b))
    :effect (not (burning ?b)))
  (:action feed
    :parameters (?c - animal ?f - fodder ?p - place)
    :precondition (and (bot-in ?p) (animal-at ?c ?p) (held ?f) (eats ?c ?f) (hungry ?c))
    :effect (not (hungry ?c)))
  (:action herd
    :parameters (?c - animal ?g - gate ?p ?q - place)
    :precondition (and (bot-in ?p) (animal-at ?c ?p) (gate-links ?g ?p ?q) (is-open ?g))
    :effect (and (not (bot-in ?p)) (not (animal-at ?c ?p)) (bot-in ?q) (animal-at ?c ?q)))
  (:action wash-up
    :parameters (?d - dish ?b - basin ?p - place)
    :precondition (and (bot-in ?p) (stands ?b ?p) (held ?d) (dirty ?d))
    :effect (not (dirty ?d)))
  (:action fill-trough
    :parameters (?t - trough ?k - bucket ?p - place)
    :precondition (and (bot-in ?p) (stands ?t ?p) (held ?k) (not (filled ?t)))
    :effect (filled ?t)))
