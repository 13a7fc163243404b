; An aquarium: tanks with lids, pumps, and animals that are fed, caught, treated and released.
(define (domain aquarium)
  (:requirements :adl)
  (:types
    animal tank pump - object
    fish turtle - animal)
  (:predicates
    (open ?t - tank)
    (running ?p - pump)
    (in ?a - animal ?t - tank)
    (netted ?a - animal)
    (fed ?a - animal)
    (sick ?a - animal)
    (murky ?t - tank)
    (tested ?t - tank))

  (:action switch-on
    :parameters (?p - pump)
    :precondition (not (running ?p))
    :effect (running ?p))

  (:action switch-off
    :parameters (?p - pump)
    :precondition (running ?p)
    :effect (not (running ?p)))

  (:action open
    :parameters (?t - tank)
    :precondition (not (open ?t))
    :effect (open ?t))

  (:action close
    :parameters (?t - tank)
    :precondition (open ?t)
    :effect (not (open ?t)))

  (:action test
    :parameters (?t - tank)
    :precondition (open ?t)
    :effect (tested ?t))

  (:action scrub
    :parameters (?t - tank)
    :precondition (open ?t)
    :effect (not (murky ?t)))

  (:action feed
    :parameters (?a - animal)
    :precondition (exists (?t - tank) (and (in ?a ?t) (open ?t)))
    :effect (and (fed ?a)
      (forall (?t - tank) (when (in ?a ?t) (murky ?t)))))

  (:action catch
    :parameters (?a - animal ?t - tank)
    :precondition (and (in ?a ?t) (open ?t) (forall (?b - animal) (not (netted ?b))))
    :effect (and (netted ?a) (not (in ?a ?t))))

  (:action release
    :parameters (?a - animal ?t - tank)
    :precondition (and (netted ?a) (open ?t))
    :effect (and (in ?a ?t) (not (netted ?a))))

  (:action treat
    :parameters (?a - animal)
    :precondition (sick ?a)
    :effect (not (sick ?a))))
