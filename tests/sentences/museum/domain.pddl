; A museum's store: rooms that are locked, an alarm, and exhibits that are wrapped, packed and carried about.
(define (domain museum)
  (:requirements :adl)
  (:types
    exhibit crate room device - object
    sculpture painting vase - exhibit)
  (:predicates
    (armed ?d - device)
    (locked ?r - room)
    (at ?x - exhibit ?r - room)
    (in ?x - exhibit ?c - crate)
    (stands ?c - crate ?r - room)
    (wrapped ?x - exhibit)
    (dusty ?x - exhibit)
    (fragile ?x - exhibit))

  (:action arm
    :parameters (?d - device)
    :precondition (not (armed ?d))
    :effect (armed ?d))

  (:action disarm
    :parameters (?d - device)
    :precondition (armed ?d)
    :effect (not (armed ?d)))

  (:action lock
    :parameters (?r - room)
    :precondition (not (locked ?r))
    :effect (locked ?r))

  (:action unlock
    :parameters (?r - room)
    :precondition (locked ?r)
    :effect (not (locked ?r)))

  (:action carry
    :parameters (?x - exhibit ?to - room)
    :precondition (and (not (at ?x ?to)) (not (locked ?to))
      (exists (?r - room) (and (at ?x ?r) (not (locked ?r)))))
    :effect (and (at ?x ?to)
      (forall (?r - room) (when (at ?x ?r) (not (at ?x ?r))))))

  (:action wrap
    :parameters (?x - exhibit)
    :precondition (and (not (wrapped ?x)) (forall (?c - crate) (not (in ?x ?c))))
    :effect (wrapped ?x))

  (:action unwrap
    :parameters (?x - exhibit)
    :precondition (and (wrapped ?x) (forall (?c - crate) (not (in ?x ?c))))
    :effect (not (wrapped ?x)))

  (:action pack
    :parameters (?x - exhibit ?c - crate)
    :precondition (exists (?r - room) (and (at ?x ?r) (stands ?c ?r) (not (locked ?r))))
    :effect (and (in ?x ?c)
      (forall (?r - room) (when (at ?x ?r) (not (at ?x ?r))))))

  (:action unpack
    :parameters (?x - exhibit ?c - crate)
    :precondition (and (in ?x ?c) (exists (?r - room) (and (stands ?c ?r) (not (locked ?r)))))
    :effect (and (not (in ?x ?c))
      (forall (?r - room) (when (stands ?c ?r) (at ?x ?r)))))

  (:action dust
    :parameters (?x - exhibit)
    :precondition (forall (?c - crate) (not (in ?x ?c)))
    :effect (not (dusty ?x))))
