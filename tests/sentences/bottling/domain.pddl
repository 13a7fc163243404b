; The bottling hall of a dairy: fillers fed from tanks, a capper and a rinser, conveyors, guards, crates and cold rooms.
(define (domain bottling)
  (:requirements :adl)
  (:types
    machine tank guard crate cold_room - object
    filler conveyor - machine)
  (:predicates
    (running ?m - machine)
    (jammed ?m - machine)
    (open ?x - (either guard cold_room))
    (sterile ?f - filler)
    (connected ?f - filler ?t - tank)
    (chilled ?t - tank)
    (packed ?c - crate)
    (stored ?c - crate ?r - cold_room))

  (:action start
    :parameters (?m - machine)
    :precondition (and (not (running ?m)) (not (jammed ?m)))
    :effect (running ?m))

  (:action stop
    :parameters (?m - machine)
    :precondition (running ?m)
    :effect (not (running ?m)))

  (:action clear-jam
    :parameters (?m - machine)
    :precondition (and (jammed ?m) (not (running ?m)))
    :effect (not (jammed ?m)))

  (:action open
    :parameters (?x - (either guard cold_room))
    :precondition (not (open ?x))
    :effect (open ?x))

  (:action close
    :parameters (?x - (either guard cold_room))
    :precondition (open ?x)
    :effect (not (open ?x)))

  (:action sterilise
    :parameters (?f - filler)
    :precondition (not (running ?f))
    :effect (sterile ?f))

  (:action connect
    :parameters (?f - filler ?t - tank)
    :precondition (not (connected ?f ?t))
    :effect (and (connected ?f ?t) (not (sterile ?f))))

  (:action disconnect
    :parameters (?f - filler ?t - tank)
    :precondition (connected ?f ?t)
    :effect (not (connected ?f ?t)))

  (:action chill
    :parameters (?t - tank)
    :precondition (not (chilled ?t))
    :effect (chilled ?t))

  (:action pack
    :parameters (?c - crate)
    :precondition (not (packed ?c))
    :effect (packed ?c))

  (:action store
    :parameters (?c - crate ?r - cold_room)
    :precondition (and (packed ?c) (open ?r) (forall (?q - cold_room) (not (stored ?c ?q))))
    :effect (stored ?c ?r))

  (:action sound-horn
    :parameters ()
    :precondition (and)
    :effect (and)))
