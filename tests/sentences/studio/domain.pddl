; A recording studio: microphones in booths, tapes in decks, amplifiers and lamps that are switched.
(define (domain studio)
  (:requirements :strips :typing :negative-preconditions :quantified-preconditions)
  (:types
    device microphone booth tape - object
    amplifier recorder lamp - device)
  (:predicates
    (on ?d - device)
    (muted ?m - microphone)
    (in ?m - microphone ?b - booth)
    (loaded ?t - tape ?r - recorder)
    (erased ?t - tape)
    (labelled ?t - tape))

  (:action switch-on
    :parameters (?d - device)
    :precondition (not (on ?d))
    :effect (on ?d))

  (:action switch-off
    :parameters (?d - device)
    :precondition (on ?d)
    :effect (not (on ?d)))

  (:action mute
    :parameters (?m - microphone)
    :precondition (not (muted ?m))
    :effect (muted ?m))

  (:action unmute
    :parameters (?m - microphone)
    :precondition (muted ?m)
    :effect (not (muted ?m)))

  (:action set-up
    :parameters (?m - microphone ?b - booth)
    :precondition (forall (?x - booth) (not (in ?m ?x)))
    :effect (in ?m ?b))

  (:action take-down
    :parameters (?m - microphone ?b - booth)
    :precondition (in ?m ?b)
    :effect (not (in ?m ?b)))

  (:action load
    :parameters (?t - tape ?r - recorder)
    :precondition (and (forall (?x - recorder) (not (loaded ?t ?x)))
                       (forall (?y - tape) (not (loaded ?y ?r))))
    :effect (loaded ?t ?r))

  (:action unload
    :parameters (?t - tape ?r - recorder)
    :precondition (loaded ?t ?r)
    :effect (not (loaded ?t ?r)))

  (:action erase
    :parameters (?t - tape ?r - recorder)
    :precondition (and (loaded ?t ?r) (on ?r) (not (erased ?t)))
    :effect (erased ?t))

  (:action label
    :parameters (?t - tape)
    :precondition (and (not (labelled ?t)) (forall (?x - recorder) (not (loaded ?t ?x))))
    :effect (labelled ?t)))
