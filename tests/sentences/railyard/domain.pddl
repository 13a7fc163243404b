; A railway yard: engines that shunt wagons between tracks, handbrakes, signals, cranes that load, jacks in the repair road.
(define (domain railyard)
  (:requirements :adl)
  (:types
    vehicle track signal cargo crane - object
    locomotive wagon - vehicle)
  (:predicates
    (at ?v - vehicle ?t - track)
    (coupled ?l - locomotive ?w - wagon)
    (braked ?v - vehicle)
    (signal-red ?s - signal)
    (guards ?s - signal ?t - track)
    (loaded ?w - wagon ?c - cargo)
    (placarded ?w - wagon)
    (jacked-up ?v - vehicle)
    (unserviceable ?v - vehicle)
    (flammable ?c - cargo))

  (:action couple
    :parameters (?l - locomotive ?w - wagon)
    :precondition (and (not (coupled ?l ?w)) (exists (?t - track) (and (at ?l ?t) (at ?w ?t))))
    :effect (coupled ?l ?w))

  (:action uncouple
    :parameters (?l - locomotive ?w - wagon)
    :precondition (coupled ?l ?w)
    :effect (not (coupled ?l ?w)))

  (:action screw-down
    :parameters (?v - vehicle)
    :precondition (not (braked ?v))
    :effect (braked ?v))

  (:action let-off
    :parameters (?v - vehicle)
    :precondition (braked ?v)
    :effect (not (braked ?v)))

  (:action turn-red
    :parameters (?s - signal)
    :precondition (not (signal-red ?s))
    :effect (signal-red ?s))

  (:action turn-green
    :parameters (?s - signal)
    :precondition (signal-red ?s)
    :effect (not (signal-red ?s)))

  (:action shunt
    :parameters (?l - locomotive ?from ?to - track)
    :precondition (and (at ?l ?from) (not (= ?from ?to)) (not (braked ?l)) (not (jacked-up ?l)))
    :effect (and (at ?l ?to) (not (at ?l ?from))
      (forall (?w - wagon) (when (coupled ?l ?w) (and (at ?w ?to) (not (at ?w ?from)))))))

  (:action load
    :parameters (?c - cargo ?w - wagon ?k - crane)
    :precondition (forall (?v - wagon) (not (loaded ?v ?c)))
    :effect (loaded ?w ?c))

  (:action placard
    :parameters (?w - wagon)
    :precondition (not (placarded ?w))
    :effect (placarded ?w))

  (:action jack-up
    :parameters (?v - vehicle)
    :precondition (not (jacked-up ?v))
    :effect (jacked-up ?v))

  (:action let-down
    :parameters (?v - vehicle)
    :precondition (jacked-up ?v)
    :effect (not (jacked-up ?v))))
