; A ski hire hut: skis, boots and helmets are looked after, handed out and taken in again.
(define (domain skihut)
  (:requirements :adl)
  (:types
    gear rack customer - object
    skis boots helmet - gear)
  (:predicates
    (in ?g - gear ?r - rack)
    (held ?g - gear)
    (handempty)
    (hired-by ?g - gear ?c - customer)
    (has-tag ?g - gear)
    (wet ?g - gear)
    (strapped ?s - skis)
    (waxed ?s - skis)
    (blunt ?s - skis)
    (paid ?c - customer)
    (fits ?b - boots ?c - customer))

  (:action lift-out
    :parameters (?g - gear ?r - rack)
    :precondition (and (in ?g ?r) (handempty))
    :effect (and (held ?g) (not (in ?g ?r)) (not (handempty))))

  (:action put-back
    :parameters (?g - gear ?r - rack)
    :precondition (held ?g)
    :effect (and (in ?g ?r) (handempty) (not (held ?g))))

  (:action tag
    :parameters (?g - gear)
    :precondition (and (not (has-tag ?g)) (forall (?c - customer) (not (hired-by ?g ?c))))
    :effect (has-tag ?g))

  (:action dry-off
    :parameters (?g - gear)
    :precondition (and (wet ?g) (forall (?c - customer) (not (hired-by ?g ?c))))
    :effect (not (wet ?g)))

  (:action strap-up
    :parameters (?s - skis)
    :precondition (and (not (strapped ?s)) (forall (?c - customer) (not (hired-by ?s ?c))))
    :effect (strapped ?s))

  (:action unstrap
    :parameters (?s - skis)
    :precondition (and (strapped ?s) (forall (?c - customer) (not (hired-by ?s ?c))))
    :effect (not (strapped ?s)))

  (:action sharpen
    :parameters (?s - skis)
    :precondition (and (blunt ?s) (forall (?c - customer) (not (hired-by ?s ?c))))
    :effect (and (not (blunt ?s)) (not (waxed ?s))))

  (:action wax
    :parameters (?s - skis)
    :precondition (and (not (waxed ?s)) (forall (?c - customer) (not (hired-by ?s ?c))))
    :effect (waxed ?s))

  (:action take-payment
    :parameters (?c - customer)
    :precondition (not (paid ?c))
    :effect (paid ?c))

  (:action hand-out
    :parameters (?g - gear ?c - customer)
    :precondition (held ?g)
    :effect (and (hired-by ?g ?c) (handempty) (not (held ?g))))

  (:action take-in
    :parameters (?g - gear ?c - customer)
    :precondition (and (hired-by ?g ?c) (handempty))
    :effect (and (held ?g) (wet ?g) (not (hired-by ?g ?c)) (not (handempty)) (not (has-tag ?g))
      (forall (?s - skis) (when (= ?s ?g) (and (blunt ?s) (not (waxed ?s)) (not (strapped ?s))))))))
