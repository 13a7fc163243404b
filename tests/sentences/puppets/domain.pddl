; A helper in the workshop of a puppet theatre.
(define (domain puppets)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    puppet hook costume tin device - object
    marionette glove-puppet - puppet)
  (:predicates
    (hung ?p - puppet ?h - hook)
    (holding ?p - puppet)
    (hands-free)
    (broken ?p - puppet)
    (strung ?m - marionette)
    (painted ?p - puppet ?t - tin)
    (wearing ?p - puppet ?c - costume)
    (open ?t - tin)
    (on ?d - device))

  (:action take-down
    :parameters (?p - puppet ?h - hook)
    :precondition (and (hands-free) (hung ?p ?h))
    :effect (and (holding ?p) (not (hands-free)) (not (hung ?p ?h))))

  (:action hang
    :parameters (?p - puppet ?h - hook)
    :precondition (holding ?p)
    :effect (and (hung ?p ?h) (hands-free) (not (holding ?p))))

  (:action mend
    :parameters (?p - puppet)
    :precondition (broken ?p)
    :effect (not (broken ?p)))

  (:action string
    :parameters (?m - marionette)
    :precondition (not (strung ?m))
    :effect (strung ?m))

  (:action unstring
    :parameters (?m - marionette)
    :precondition (strung ?m)
    :effect (not (strung ?m)))

  (:action paint
    :parameters (?p - puppet ?t - tin)
    :precondition (open ?t)
    :effect (painted ?p ?t))

  (:action dress
    :parameters (?p - puppet ?c - costume)
    :precondition (not (wearing ?p ?c))
    :effect (wearing ?p ?c))

  (:action undress
    :parameters (?p - puppet ?c - costume)
    :precondition (wearing ?p ?c)
    :effect (not (wearing ?p ?c)))

  (:action open
    :parameters (?t - tin)
    :precondition (not (open ?t))
    :effect (open ?t))

  (:action close
    :parameters (?t - tin)
    :precondition (open ?t)
    :effect (not (open ?t)))

  (:action switch-on
    :parameters (?d - device)
    :precondition (not (on ?d))
    :effect (on ?d))

  (:action switch-off
    :parameters (?d - device)
    :precondition (on ?d)
    :effect (not (on ?d))))
