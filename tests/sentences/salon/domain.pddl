; A robot that helps in a hairdresser's salon.
(define (domain salon)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    client chair basin appliance scissors product garment door - object
    dryer iron - appliance)
  (:predicates
    (waiting ?c - client)
    (seated ?c - client ?h - chair)
    (occupied ?h - chair)
    (sensitive ?c - client)
    (shampooed ?c - client)
    (wet ?c - client)
    (trimmed ?c - client)
    (dyed ?c - client ?p - product)
    (paid ?c - client)
    (mixed ?p - product)
    (on ?a - appliance)
    (dirty ?s - scissors)
    (wearing ?g - garment)
    (open ?d - door)
    (swept))

  (:action seat
    :parameters (?c - client ?h - chair)
    :precondition (and (waiting ?c) (not (occupied ?h)))
    :effect (and (seated ?c ?h) (occupied ?h) (not (waiting ?c))))

  (:action help-up
    :parameters (?c - client ?h - chair)
    :precondition (seated ?c ?h)
    :effect (and (not (seated ?c ?h)) (not (occupied ?h)) (waiting ?c)))

  (:action shampoo
    :parameters (?c - client ?b - basin)
    :precondition (and)
    :effect (and (shampooed ?c) (wet ?c)))

  (:action trim
    :parameters (?c - client ?s - scissors)
    :precondition (not (waiting ?c))
    :effect (and (trimmed ?c) (dirty ?s) (not (swept))))

  (:action mix
    :parameters (?p - product)
    :precondition (not (mixed ?p))
    :effect (mixed ?p))

  (:action dye
    :parameters (?c - client ?p - product)
    :precondition (mixed ?p)
    :effect (and (dyed ?c ?p) (wet ?c) (not (mixed ?p))))

  (:action dry
    :parameters (?c - client ?d - dryer)
    :precondition (and (on ?d) (wet ?c))
    :effect (not (wet ?c)))

  (:action switch-on
    :parameters (?a - appliance)
    :precondition (not (on ?a))
    :effect (on ?a))

  (:action switch-off
    :parameters (?a - appliance)
    :precondition (on ?a)
    :effect (not (on ?a)))

  (:action disinfect
    :parameters (?s - scissors)
    :precondition (and)
    :effect (not (dirty ?s)))

  (:action put-on
    :parameters (?g - garment)
    :precondition (not (wearing ?g))
    :effect (wearing ?g))

  (:action take-off
    :parameters (?g - garment)
    :precondition (wearing ?g)
    :effect (not (wearing ?g)))

  (:action open
    :parameters (?d - door)
    :precondition (not (open ?d))
    :effect (open ?d))

  (:action close
    :parameters (?d - door)
    :precondition (open ?d)
    :effect (not (open ?d)))

  (:action charge
    :parameters (?c - client)
    :precondition (not (paid ?c))
    :effect (paid ?c))

  (:action sweep
    :parameters ()
    :precondition (and)
    :effect (swept)))
