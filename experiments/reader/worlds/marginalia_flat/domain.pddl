(define (domain marginalia_flat)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    portable spot lamp blind person - object
    paper book folder pen bag - portable)
  (:predicates
    (lying ?x - portable ?where - spot)
    (filed ?f - folder ?p - paper)
    (packed ?b - bag ?x - portable)
    (with ?who - person ?x - portable)
    (clutched ?x - portable)
    (idle)
    (zipped ?b - bag)
    (marked ?p - paper)
    (stapled ?p - paper)
    (splayed ?b - book)
    (uncapped ?n - pen)
    (lamp-on ?l - lamp)
    (lowered ?v - blind))
  (:action lift
    :parameters (?x - portable ?where - spot)
    :precondition (and (lying ?x ?where) (idle))
    :effect (and (clutched ?x) (not (lying ?x ?where)) (not (idle))))
  (:action lay
    :parameters (?x - portable ?where - spot)
    :precondition (clutched ?x)
    :effect (and (lying ?x ?where) (idle) (not (clutched ?x))))
  (:action file-away
    :parameters (?p - paper ?f - folder)
    :precondition (clutched ?p)
    :effect (and (filed ?f ?p) (idle) (not (clutched ?p))))
  (:action pull-out
    :parameters (?p - paper ?f - folder)
    :precondition (and (filed ?f ?p) (idle))
    :effect (and (clutched ?p) (not (filed ?f ?p)) (not (idle))))
  (:action pack
    :parameters (?x - portable ?b - bag)
    :precondition (and (clutched ?x) (not (zipped ?b)))
    :effect (and (packed ?b ?x) (idle) (not (clutched ?x))))
  (:action unpack
    :parameters (?x - portable ?b - bag)
    :precondition (and (packed ?b ?x) (idle) (not (zipped ?b)))
    :effect (and (clutched ?x) (not (packed ?b ?x)) (not (idle))))
  (:action hand-to
    :parameters (?x - portable ?who - person)
    :precondition (clutched ?x)
    :effect (and (with ?who ?x) (idle) (not (clutched ?x))))
  (:action zip
    :parameters (?b - bag)
    :precondition (not (zipped ?b))
    :effect (zipped ?b))
  (:action unzip
    :parameters (?b - bag)
    :precondition (zipped ?b)
    :effect (not (zipped ?b)))
  (:action staple
    :parameters (?p - paper)
    :precondition (not (stapled ?p))
    :effect (stapled ?p))
  (:action shut-book
    :parameters (?b - book)
    :precondition (splayed ?b)
    :effect (not (splayed ?b)))
  (:action cap-pen
    :parameters (?n - pen)
    :precondition (uncapped ?n)
    :effect (not (uncapped ?n)))
  (:action light-lamp
    :parameters (?l - lamp)
    :precondition (not (lamp-on ?l))
    :effect (lamp-on ?l))
  (:action douse-lamp
    :parameters (?l - lamp)
    :precondition (lamp-on ?l)
    :effect (not (lamp-on ?l)))
  (:action lower-blind
    :parameters (?v - blind)
    :precondition (not (lowered ?v))
    :effect (lowered ?v))
  (:action raise-blind
    :parameters (?v - blind)
    :precondition (lowered ?v)
    :effect (not (lowered ?v))))
