(define (domain signal_cottage)
  (:requirements :strips :typing :negative-preconditions)
  (:types obj plc bed animal gate ground cloth - object
          boots can chair tool - obj)
  ; littered = not swept; hoisted: the flag is up / the awning is put up; folded: chairs
  (:predicates
    (loc ?x - obj ?y - plc)
    (hld ?x - obj)
    (hnd_free)
    (parched ?b - bed)
    (famished ?a - animal)
    (latched ?g - gate)
    (littered ?p - ground)
    (hoisted ?f - cloth)
    (folded ?c - chair)
    (filled ?k - can)
    (muddy ?b - boots))
  (:action grb
    :parameters (?x - obj ?y - plc)
    :precondition (and (loc ?x ?y) (hnd_free))
    :effect (and (hld ?x) (not (loc ?x ?y)) (not (hnd_free))))
  (:action pt
    :parameters (?x - obj ?y - plc)
    :precondition (hld ?x)
    :effect (and (loc ?x ?y) (hnd_free) (not (hld ?x))))
  (:action scrub
    :parameters (?b - boots)
    :precondition (and (hld ?b) (muddy ?b))
    :effect (not (muddy ?b)))
  (:action fill
    :parameters (?k - can)
    :precondition (and (hld ?k) (not (filled ?k)))
    :effect (filled ?k))
  (:action water
    :parameters (?b - bed ?k - can)
    :precondition (and (hld ?k) (filled ?k) (parched ?b))
    :effect (and (not (parched ?b)) (not (filled ?k))))
  (:action feed
    :parameters (?a - animal)
    :precondition (and (hnd_free) (famished ?a))
    :effect (not (famished ?a)))
  (:action latch
    :parameters (?g - gate)
    :precondition (not (latched ?g))
    :effect (latched ?g))
  (:action unlatch
    :parameters (?g - gate)
    :precondition (latched ?g)
    :effect (not (latched ?g)))
  (:action sweep
    :parameters (?p - ground)
    :precondition (and (hnd_free) (littered ?p))
    :effect (not (littered ?p)))
  (:action hoist
    :parameters (?f - cloth)
    :precondition (and (hnd_free) (not (hoisted ?f)))
    :effect (hoisted ?f))
  (:action strike
    :parameters (?f - cloth)
    :precondition (and (hnd_free) (hoisted ?f))
    :effect (not (hoisted ?f)))
  (:action fold_up
    :parameters (?c - chair)
    :precondition (and (hld ?c) (not (folded ?c)))
    :effect (folded ?c))
  (:action unfold
    :parameters (?c - chair)
    :precondition (and (hld ?c) (folded ?c))
    :effect (not (folded ?c))))
