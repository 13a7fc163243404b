; A pharmacy's counter: medicines are fetched, checked, labelled, and handed to customers.
(define (domain pharmacy)
  (:requirements :adl)
  (:types
    medicine storage customer - object
    antibiotic painkiller vaccine - medicine
    fridge cabinet - storage)
  (:predicates
    (in ?m - medicine ?s - storage)
    (on-counter ?m - medicine)
    (open ?s - storage)
    (checked ?m - medicine)
    (labelled ?m - medicine)
    (expired ?m - medicine)
    (discarded ?m - medicine)
    (dispensed ?m - medicine ?c - customer)
    (identified ?c - customer)
    (hands-clean))

  (:action open
    :parameters (?s - storage)
    :precondition (not (open ?s))
    :effect (open ?s))

  (:action close
    :parameters (?s - storage)
    :precondition (open ?s)
    :effect (not (open ?s)))

  (:action take-out
    :parameters (?m - medicine ?s - storage)
    :precondition (and (in ?m ?s) (open ?s))
    :effect (and (on-counter ?m) (not (in ?m ?s))))

  (:action put-back
    :parameters (?m - medicine ?s - storage)
    :precondition (and (on-counter ?m) (open ?s))
    :effect (and (in ?m ?s) (not (on-counter ?m)) (not (checked ?m))))

  (:action check
    :parameters (?m - medicine)
    :precondition (and (on-counter ?m) (not (checked ?m)))
    :effect (checked ?m))

  (:action label
    :parameters (?m - medicine)
    :precondition (and (on-counter ?m) (not (labelled ?m)))
    :effect (labelled ?m))

  (:action identify
    :parameters (?c - customer)
    :precondition (not (identified ?c))
    :effect (identified ?c))

  (:action dispense
    :parameters (?m - medicine ?to - customer)
    :precondition (on-counter ?m)
    :effect (and (dispensed ?m ?to) (not (on-counter ?m))))

  (:action discard
    :parameters (?m - medicine)
    :precondition (on-counter ?m)
    :effect (and (discarded ?m) (not (on-counter ?m)) (not (hands-clean))))

  (:action wash-hands
    :parameters ()
    :precondition (not (hands-clean))
    :effect (hands-clean)))
