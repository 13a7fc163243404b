; A community radio station: two studios, microphones, players, tracks, and the people who come in.
(define (domain community-radio)
  (:requirements :adl)
  (:types
    microphone player track room person - object
    presenter guest - person)
  (:predicates
    (live ?m - microphone)
    (loaded ?t - track ?p - player)
    (playing ?t - track)
    (cleared ?t - track)
    (explicit ?t - track)
    (logged ?t - track)
    (on-air ?r - room)
    (in ?h - person ?r - room))

  (:action unmute
    :parameters (?m - microphone)
    :precondition (not (live ?m))
    :effect (live ?m))

  (:action mute
    :parameters (?m - microphone)
    :precondition (live ?m)
    :effect (not (live ?m)))

  (:action load
    :parameters (?t - track ?p - player)
    :precondition (and (forall (?u - track) (not (loaded ?u ?p)))
                       (forall (?q - player) (not (loaded ?t ?q))))
    :effect (loaded ?t ?p))

  (:action eject
    :parameters (?t - track ?p - player)
    :precondition (and (loaded ?t ?p) (not (playing ?t)))
    :effect (not (loaded ?t ?p)))

  (:action play
    :parameters (?t - track ?p - player)
    :precondition (and (loaded ?t ?p) (not (playing ?t)))
    :effect (playing ?t))

  (:action stop
    :parameters (?t - track)
    :precondition (playing ?t)
    :effect (not (playing ?t)))

  (:action clear
    :parameters (?t - track)
    :precondition (not (cleared ?t))
    :effect (cleared ?t))

  (:action log
    :parameters (?t - track)
    :precondition (and)
    :effect (logged ?t))

  (:action go-live
    :parameters (?r - room)
    :precondition (and (not (on-air ?r)) (exists (?h - presenter) (in ?h ?r)))
    :effect (on-air ?r))

  (:action sign-off
    :parameters (?r - room)
    :precondition (on-air ?r)
    :effect (not (on-air ?r)))

  (:action enter
    :parameters (?h - person ?r - room)
    :precondition (forall (?s - room) (not (in ?h ?s)))
    :effect (in ?h ?r))

  (:action leave
    :parameters (?h - person ?r - room)
    :precondition (in ?h ?r)
    :effect (not (in ?h ?r))))
