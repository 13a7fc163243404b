; The cooling line of a chocolate factory: filled moulds pass through three zones until the chocolate has set.
(define (domain cooling-line)
  (:requirements :adl)
  (:types
    machine zone mould - object
    conveyor chiller fan - machine)
  (:predicates
    (running ?m - machine)
    (panel-open ?z - zone)
    (smeared ?z - zone)
    (cools ?c - chiller ?z - zone)
    (filled ?x - mould)
    (in ?x - mould ?z - zone)
    (set ?x - mould)
    (inspected ?x - mould))

  (:action start
    :parameters (?m - machine)
    :precondition (not (running ?m))
    :effect (running ?m))

  (:action stop
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (not (running ?m)))

  (:action open-panel
    :parameters (?z - zone)
    :precondition (not (panel-open ?z))
    :effect (panel-open ?z))

  (:action close-panel
    :parameters (?z - zone)
    :precondition (panel-open ?z)
    :effect (not (panel-open ?z)))

  (:action wipe
    :parameters (?z - zone)
    :precondition (panel-open ?z)
    :effect (not (smeared ?z)))

  (:action fill
    :parameters (?x - mould)
    :precondition (not (filled ?x))
    :effect (and (filled ?x) (not (set ?x)) (not (inspected ?x))))

  (:action load
    :parameters (?x - mould ?z - zone)
    :precondition (and (filled ?x) (forall (?y - zone) (not (in ?x ?y))))
    :effect (in ?x ?z))

  (:action shift
    :parameters (?x - mould ?from ?to - zone)
    :precondition (and (in ?x ?from) (not (= ?from ?to)))
    :effect (and (in ?x ?to) (not (in ?x ?from))))

  (:action cool
    :parameters (?x - mould ?z - zone)
    :precondition (and (in ?x ?z) (exists (?c - chiller) (and (cools ?c ?z) (running ?c))))
    :effect (set ?x))

  (:action unload
    :parameters (?x - mould ?z - zone)
    :precondition (in ?x ?z)
    :effect (not (in ?x ?z)))

  (:action demould
    :parameters (?x - mould)
    :precondition (and (filled ?x) (set ?x) (forall (?z - zone) (not (in ?x ?z))))
    :effect (and (not (filled ?x)) (not (set ?x))))

  (:action inspect
    :parameters (?x - mould)
    :precondition (and)
    :effect (inspected ?x)))
