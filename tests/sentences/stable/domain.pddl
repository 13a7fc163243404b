; A riding stable: animals in stalls and paddocks, saddles, feed and troughs.
(define (domain stable)
  (:requirements :adl)
  (:types
    animal place saddle feed trough - object
    horse pony - animal
    stall paddock - place)
  (:predicates
    (in ?a - animal ?p - place)
    (on ?s - saddle ?a - animal)
    (saddled ?a - animal)
    (groomed ?a - animal)
    (muddy ?a - animal)
    (fed ?a - animal)
    (dirty ?s - stall)
    (latched ?s - stall)
    (full ?t - trough)
    (boggy ?p - paddock))

  (:action lead-out
    :parameters (?a - animal ?from - stall ?to - paddock)
    :precondition (and (in ?a ?from) (not (latched ?from)))
    :effect (and (in ?a ?to) (not (in ?a ?from))
      (when (boggy ?to) (and (muddy ?a) (not (groomed ?a))))))

  (:action bring-in
    :parameters (?a - animal ?from - paddock ?to - stall)
    :precondition (and (in ?a ?from) (not (latched ?to)))
    :effect (and (in ?a ?to) (not (in ?a ?from)) (dirty ?to)))

  (:action saddle-up
    :parameters (?a - animal ?s - saddle)
    :precondition (and (not (saddled ?a)) (forall (?x - animal) (not (on ?s ?x))))
    :effect (and (saddled ?a) (on ?s ?a)))

  (:action take-off
    :parameters (?s - saddle ?a - animal)
    :precondition (on ?s ?a)
    :effect (and (not (saddled ?a)) (not (on ?s ?a))))

  (:action groom
    :parameters (?a - animal)
    :precondition (not (groomed ?a))
    :effect (and (groomed ?a) (not (muddy ?a))))

  (:action feed
    :parameters (?a - animal ?f - feed)
    :effect (fed ?a))

  (:action muck-out
    :parameters (?s - stall)
    :precondition (dirty ?s)
    :effect (not (dirty ?s)))

  (:action fill-up
    :parameters (?t - trough)
    :precondition (not (full ?t))
    :effect (full ?t))

  (:action latch
    :parameters (?s - stall)
    :precondition (not (latched ?s))
    :effect (latched ?s))

  (:action unlatch
    :parameters (?s - stall)
    :precondition (latched ?s)
    :effect (not (latched ?s))))
