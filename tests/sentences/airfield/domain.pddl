; An airfield in winter: planes that are towed, chocked, fuelled, inspected and flown, hangars, runways and lamps.
(define (domain airfield)
  (:requirements :adl)
  (:types
    place plane lamp - object
    hangar runway stand - place
    glider motorplane - plane)
  (:predicates
    (at ?p - plane ?l - place)
    (flying ?p - plane)
    (fuelled ?p - motorplane)
    (inspected ?p - plane)
    (chocked ?p - plane)
    (icy ?p - plane)
    (snowy ?r - runway)
    (open ?h - hangar)
    (lit ?l - lamp))

  (:action open
    :parameters (?h - hangar)
    :precondition (not (open ?h))
    :effect (open ?h))

  (:action close
    :parameters (?h - hangar)
    :precondition (open ?h)
    :effect (not (open ?h)))

  (:action switch-on
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (lit ?l))

  (:action switch-off
    :parameters (?l - lamp)
    :precondition (lit ?l)
    :effect (not (lit ?l)))

  (:action plough
    :parameters (?r - runway)
    :precondition (snowy ?r)
    :effect (not (snowy ?r)))

  (:action chock
    :parameters (?p - plane)
    :precondition (and (not (flying ?p)) (not (chocked ?p)))
    :effect (chocked ?p))

  (:action unchock
    :parameters (?p - plane)
    :precondition (chocked ?p)
    :effect (not (chocked ?p)))

  (:action fuel
    :parameters (?p - motorplane)
    :precondition (and (not (flying ?p)) (not (fuelled ?p)))
    :effect (fuelled ?p))

  (:action inspect
    :parameters (?p - plane)
    :precondition (not (flying ?p))
    :effect (inspected ?p))

  (:action de-ice
    :parameters (?p - plane)
    :precondition (and (icy ?p) (not (flying ?p)))
    :effect (not (icy ?p)))

  (:action tow
    :parameters (?p - plane ?from ?to - place)
    :precondition (and (at ?p ?from) (not (chocked ?p)) (not (= ?from ?to))
                       (forall (?h - hangar) (or (open ?h) (and (not (= ?h ?from)) (not (= ?h ?to))))))
    :effect (and (at ?p ?to) (not (at ?p ?from))))

  (:action take-off
    :parameters (?p - plane ?r - runway)
    :precondition (and (at ?p ?r) (not (chocked ?p)))
    :effect (and (flying ?p) (not (at ?p ?r)) (not (inspected ?p))))

  (:action land
    :parameters (?p - plane ?r - runway)
    :precondition (flying ?p)
    :effect (and (at ?p ?r) (not (flying ?p))
                 (forall (?m - motorplane) (when (= ?m ?p) (not (fuelled ?m)))))))
