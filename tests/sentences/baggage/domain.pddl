; An airport's baggage room: bags on belts are lifted, tagged, screened, searched and loaded on carts.
(define (domain baggage)
  (:requirements :adl)
  (:types
    bag belt scanner cart door - object
    suitcase oversize - bag)
  (:predicates
    (running ?x - (either belt scanner))
    (open ?d - door)
    (on ?b - bag ?t - belt)
    (held ?b - bag)
    (loaded ?b - bag ?c - cart)
    (tagged ?b - bag)
    (screened ?b - bag)
    (suspicious ?b - bag)
    (hitched ?c - cart))

  (:action switch-on
    :parameters (?x - (either belt scanner))
    :precondition (not (running ?x))
    :effect (running ?x))

  (:action switch-off
    :parameters (?x - (either belt scanner))
    :precondition (running ?x)
    :effect (not (running ?x)))

  (:action open
    :parameters (?d - door)
    :precondition (not (open ?d))
    :effect (open ?d))

  (:action close
    :parameters (?d - door)
    :precondition (open ?d)
    :effect (not (open ?d)))

  (:action lift
    :parameters (?b - bag ?from - belt)
    :precondition (and (on ?b ?from) (forall (?o - bag) (not (held ?o))))
    :effect (and (held ?b) (not (on ?b ?from))))

  (:action put-down
    :parameters (?b - bag ?to - belt)
    :precondition (held ?b)
    :effect (and (on ?b ?to) (not (held ?b))))

  (:action load
    :parameters (?b - bag ?c - cart)
    :precondition (held ?b)
    :effect (and (loaded ?b ?c) (not (held ?b))))

  (:action tag
    :parameters (?b - bag)
    :precondition (not (tagged ?b))
    :effect (tagged ?b))

  (:action screen
    :parameters (?b - bag ?s - scanner)
    :precondition (running ?s)
    :effect (screened ?b))

  (:action search
    :parameters (?b - bag)
    :precondition (suspicious ?b)
    :effect (not (suspicious ?b)))

  (:action hitch
    :parameters (?c - cart)
    :precondition (not (hitched ?c))
    :effect (hitched ?c))

  (:action unhitch
    :parameters (?c - cart)
    :precondition (hitched ?c)
    :effect (not (hitched ?c))))
