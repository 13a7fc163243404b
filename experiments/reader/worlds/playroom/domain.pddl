(define (domain playroom)
  (:requirements :strips :typing :negative-preconditions)
  (:types spot toy kid gadget - object
          lidded - spot
          plush ball - toy)
  (:predicates
    (isOn ?t - toy ?s - spot)
    (grasping ?t - toy)
    (handsEmpty)
    (lidDown ?s - spot)
    (playsWith ?k - kid ?t - toy)
    (occupied ?k - kid)
    (napping ?k - kid)
    (smocked ?k - kid)
    (sanitised ?t - toy)
    (active ?g - gadget))
  (:action pickUp
    :parameters (?t - toy ?s - spot)
    :precondition (and (isOn ?t ?s) (handsEmpty) (not (lidDown ?s)))
    :effect (and (grasping ?t) (not (isOn ?t ?s)) (not (handsEmpty))))
  (:action putDown
    :parameters (?t - toy ?s - spot)
    :precondition (and (grasping ?t) (not (lidDown ?s)))
    :effect (and (isOn ?t ?s) (handsEmpty) (not (grasping ?t))))
  (:action handTo
    :parameters (?t - toy ?k - kid)
    :precondition (and (grasping ?t) (not (napping ?k)) (not (occupied ?k)))
    :effect (and (playsWith ?k ?t) (occupied ?k) (handsEmpty) (not (grasping ?t)) (not (sanitised ?t))))
  (:action takeBack
    :parameters (?t - toy ?k - kid)
    :precondition (and (playsWith ?k ?t) (handsEmpty))
    :effect (and (grasping ?t) (not (handsEmpty)) (not (playsWith ?k ?t)) (not (occupied ?k))))
  (:action raiseLid
    :parameters (?s - lidded)
    :precondition (lidDown ?s)
    :effect (not (lidDown ?s)))
  (:action lowerLid
    :parameters (?s - lidded)
    :precondition (not (lidDown ?s))
    :effect (lidDown ?s))
  (:action activate
    :parameters (?g - gadget)
    :precondition (not (active ?g))
    :effect (active ?g))
  (:action deactivate
    :parameters (?g - gadget)
    :precondition (active ?g)
    :effect (not (active ?g)))
  (:action settle
    :parameters (?k - kid)
    :precondition (and (not (napping ?k)) (not (smocked ?k)))
    :effect (napping ?k))
  (:action rouse
    :parameters (?k - kid)
    :precondition (napping ?k)
    :effect (not (napping ?k)))
  (:action donSmock
    :parameters (?k - kid)
    :precondition (and (not (smocked ?k)) (not (napping ?k)))
    :effect (smocked ?k))
  (:action doffSmock
    :parameters (?k - kid)
    :precondition (smocked ?k)
    :effect (not (smocked ?k)))
  (:action sanitise
    :parameters (?t - toy)
    :precondition (and (grasping ?t) (not (sanitised ?t)))
    :effect (sanitised ?t)))
