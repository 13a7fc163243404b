; A cheese dairy: vats that are filled and heated, cheeses that are pressed, salted, turned and wrapped, rooms with doors.
(define (domain dairy)
  (:requirements :adl)
  (:types
    vat cheese press room - object
    hard soft - cheese)
  (:predicates
    (covered ?v - vat)
    (full ?v - vat)
    (hot ?v - vat)
    (clean ?v - vat)
    (open ?r - room)
    (in ?c - cheese ?r - room)
    (pressed ?c - cheese)
    (salted ?c - cheese)
    (turned ?c - cheese)
    (mouldy ?c - cheese)
    (wrapped ?c - cheese))

  (:action cover
    :parameters (?v - vat)
    :precondition (not (covered ?v))
    :effect (covered ?v))

  (:action uncover
    :parameters (?v - vat)
    :precondition (covered ?v)
    :effect (not (covered ?v)))

  (:action rinse
    :parameters (?v - vat)
    :precondition (and (not (covered ?v)) (not (full ?v)))
    :effect (clean ?v))

  (:action fill
    :parameters (?v - vat)
    :precondition (and (not (covered ?v)) (not (full ?v)))
    :effect (and (full ?v) (not (clean ?v))))

  (:action drain
    :parameters (?v - vat)
    :precondition (full ?v)
    :effect (not (full ?v)))

  (:action heat-up
    :parameters (?v - vat)
    :precondition (and (full ?v) (not (hot ?v)))
    :effect (hot ?v))

  (:action cool-down
    :parameters (?v - vat)
    :precondition (hot ?v)
    :effect (not (hot ?v)))

  (:action open
    :parameters (?r - room)
    :precondition (not (open ?r))
    :effect (open ?r))

  (:action close
    :parameters (?r - room)
    :precondition (open ?r)
    :effect (not (open ?r)))

  (:action carry
    :parameters (?c - cheese ?from ?to - room)
    :precondition (and (in ?c ?from) (open ?from) (open ?to) (not (= ?from ?to)))
    :effect (and (in ?c ?to) (not (in ?c ?from))))

  (:action press
    :parameters (?c - cheese ?p - press)
    :precondition (not (wrapped ?c))
    :effect (pressed ?c))

  (:action salt
    :parameters (?c - cheese)
    :precondition (not (wrapped ?c))
    :effect (and (salted ?c) (not (turned ?c))))

  (:action turn
    :parameters (?c - cheese)
    :effect (turned ?c))

  (:action brush
    :parameters (?c - cheese)
    :precondition (not (wrapped ?c))
    :effect (not (mouldy ?c)))

  (:action wrap
    :parameters (?c - cheese)
    :precondition (not (wrapped ?c))
    :effect (wrapped ?c))

  (:action unwrap
    :parameters (?c - cheese)
    :precondition (wrapped ?c)
    :effect (not (wrapped ?c))))
