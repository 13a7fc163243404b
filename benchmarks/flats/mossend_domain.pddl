(define (domain mossend)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room thing - object
    person animal top opening appliance item - thing
    hearth basin - top
    store - opening
    vessel matchbox petfood - item
    boiler - vessel)
  (:predicates
    (helper-in ?r - room)
    (stands-in ?t - thing ?r - room)
    (lies-on ?i - item ?t - top)
    (stored-in ?i - item ?s - store)
    (shut ?o - opening)
    (carrying ?i - item)
    (free-hands)
    (given ?i - item ?p - person)
    (lit ?h - hearth)
    (switched-on ?a - appliance)
    (filled ?v - vessel)
    (boiled ?k - boiler)
    (fed ?a - animal)
    (swept ?r - room))
  (:action go
    :parameters (?a ?b - room)
    :precondition (and (helper-in ?a))
    :effect (and (not (helper-in ?a)) (helper-in ?b)))
  (:action lift
    :parameters (?i - item ?t - top ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?t ?r) (lies-on ?i ?t) (free-hands))
    :effect (and (carrying ?i) (not (lies-on ?i ?t)) (not (free-hands))))
  (:action set-down
    :parameters (?i - item ?t - top ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?t ?r) (carrying ?i))
    :effect (and (lies-on ?i ?t) (free-hands) (not (carrying ?i))))
  (:action take-out
    :parameters (?i - item ?s - store ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?s ?r) (stored-in ?i ?s) (not (shut ?s)) (free-hands))
    :effect (and (carrying ?i) (not (stored-in ?i ?s)) (not (free-hands))))
  (:action put-away
    :parameters (?i - item ?s - store ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?s ?r) (carrying ?i) (not (shut ?s)))
    :effect (and (stored-in ?i ?s) (free-hands) (not (carrying ?i))))
  (:action open-up
    :parameters (?o - opening ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?o ?r) (shut ?o))
    :effect (and (not (shut ?o))))
  (:action pull-to
    :parameters (?o - opening ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?o ?r) (not (shut ?o)))
    :effect (and (shut ?o)))
  (:action give
    :parameters (?i - item ?p - person ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?p ?r) (carrying ?i))
    :effect (and (given ?i ?p) (free-hands) (not (carrying ?i))))
  (:action kindle
    :parameters (?h - hearth ?m - matchbox ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?h ?r) (carrying ?m) (not (lit ?h)))
    :effect (and (lit ?h)))
  (:action put-out
    :parameters (?h - hearth ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?h ?r) (lit ?h))
    :effect (and (not (lit ?h))))
  (:action switch-on
    :parameters (?a - appliance ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?a ?r) (not (switched-on ?a)))
    :effect (and (switched-on ?a)))
  (:action switch-off
    :parameters (?a - appliance ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?a ?r) (switched-on ?a))
    :effect (and (not (switched-on ?a))))
  (:action fill
    :parameters (?v - vessel ?b - basin ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?b ?r) (carrying ?v) (not (filled ?v)))
    :effect (and (filled ?v)))
  (:action boil
    :parameters (?k - boiler ?h - hearth ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?h ?r) (lies-on ?k ?h) (lit ?h) (filled ?k))
    :effect (and (boiled ?k)))
  (:action feed
    :parameters (?a - animal ?f - petfood ?r - room)
    :precondition (and (helper-in ?r) (stands-in ?a ?r) (carrying ?f) (not (fed ?a)))
    :effect (and (fed ?a)))
  (:action sweep
    :parameters (?r - room)
    :precondition (and (helper-in ?r) (free-hands) (not (swept ?r)))
    :effect (and (swept ?r))))
